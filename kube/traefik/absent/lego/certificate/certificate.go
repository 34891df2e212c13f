package certificate

import (
	"context"

	"github.com/go-acme/lego/v5/certcrypto"
	"github.com/go-acme/lego/v5/challenge"
)

type Resource struct {
	ID          string
	Domains     []string
	PrivateKey  []byte
	Certificate []byte
}

type ObtainRequest struct {
	Domains          []string
	Bundle           bool
	EmailAddresses   []string
	Profile          string
	PreferredChain   string
	EnableCommonName bool
	KeyType          certcrypto.KeyType
}

type RenewOptions struct {
	Bundle           bool
	EmailAddresses   []string
	Profile          string
	PreferredChain   string
	EnableCommonName bool
}

type Certifier struct{}

func (*Certifier) Obtain(context.Context, ObtainRequest) (*Resource, error) {
	return nil, challenge.ErrAbsent
}

func (*Certifier) Renew(context.Context, Resource, *RenewOptions) (*Resource, error) {
	return nil, challenge.ErrAbsent
}

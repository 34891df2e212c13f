package lego

import (
	"crypto/x509"
	"net/http"
	"time"

	"github.com/go-acme/lego/v5/certificate"
	"github.com/go-acme/lego/v5/challenge"
	"github.com/go-acme/lego/v5/challenge/dns01"
	"github.com/go-acme/lego/v5/challenge/http01"
	"github.com/go-acme/lego/v5/challenge/tlsalpn01"
	"github.com/go-acme/lego/v5/registration"
)

const DirectoryURLLetsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"

type Config struct {
	CADirURL    string
	UserAgent   string
	HTTPClient  *http.Client
	Certificate struct{ Timeout time.Duration }
}

func NewConfig(registration.User) *Config { return &Config{} }

type Client struct {
	Certificate  *certificate.Certifier
	Challenge    *Solvers
	Registration *registration.Registrar
}

// NewClient is the first thing traefik calls for a certificate resolver, so this is where a user learns of it.
func NewClient(*Config) (*Client, error) { return nil, challenge.ErrAbsent }

func CreateCertPool([]string, bool) (*x509.CertPool, error) { return nil, challenge.ErrAbsent }

type Solvers struct{}

func (*Solvers) SetDNS01Provider(challenge.Provider, ...dns01.ChallengeOption) error {
	return challenge.ErrAbsent
}

func (*Solvers) SetHTTP01Provider(challenge.Provider, ...http01.ChallengeOption) error {
	return challenge.ErrAbsent
}

func (*Solvers) SetTLSALPN01Provider(challenge.Provider, ...tlsalpn01.ChallengeOption) error {
	return challenge.ErrAbsent
}

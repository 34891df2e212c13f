package challenge

import (
	"context"
	"errors"
)

// ErrAbsent is the answer to everything that would need an ACME server.
var ErrAbsent = errors.New("ACME is not available in this build of traefik: give the certificate in a Secret")

type Provider interface {
	Present(ctx context.Context, domain, token, keyAuth string) error
	CleanUp(ctx context.Context, domain, token, keyAuth string) error
}

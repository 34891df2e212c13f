package tlsalpn01

import (
	"time"

	"github.com/go-acme/lego/v5/challenge"
)

// ACMETLS1Protocol is the ALPN name of RFC 8737; traefik's TLS options name it whether or not ACME is used.
const ACMETLS1Protocol = "acme-tls/1"

type ChallengeOption func()

func SetDelay(time.Duration) ChallengeOption { return func() {} }

func ChallengeBlocks(domain, keyAuth string) ([]byte, []byte, error) {
	return nil, nil, challenge.ErrAbsent
}

package dns

import "github.com/go-acme/lego/v5/challenge"

func NewDNSChallengeProviderByName(string) (challenge.Provider, error) {
	return nil, challenge.ErrAbsent
}

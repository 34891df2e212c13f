package dns01

import (
	"strings"
	"time"
)

type ChallengeOption func()

type Options struct{ RecursiveNameservers []string }

type Client struct{}

func NewClient(*Options) *Client { return &Client{} }
func SetDefaultClient(*Client)   {}

func CondOptions(bool, ...ChallengeOption) ChallengeOption               { return func() {} }
func DisableAuthoritativeNssPropagationRequirement() ChallengeOption     { return func() {} }
func DisableRecursiveNSsPropagationRequirement() ChallengeOption         { return func() {} }
func PropagationWait(wait time.Duration, skipCheck bool) ChallengeOption { return func() {} }

// UnFqdn is used for every certificate, not only for those of ACME.
func UnFqdn(name string) string { return strings.TrimSuffix(name, ".") }

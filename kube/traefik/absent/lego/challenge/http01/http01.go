package http01

import "time"

const PathPrefix = "/.well-known/acme-challenge/"

type ChallengeOption func()

func SetDelay(time.Duration) ChallengeOption { return func() {} }

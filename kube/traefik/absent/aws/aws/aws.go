package aws

import "errors"

// ErrAbsent is the answer of every AWS service.
var ErrAbsent = errors.New("AWS is not available in this build of traefik")

type Config struct{}

type CredentialsProvider interface{}

type CredentialsCache struct{}

func NewCredentialsCache(CredentialsProvider) *CredentialsCache { return &CredentialsCache{} }

func String(text string) *string { return &text }

func ToString(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func ToInt32(number *int32) int32 {
	if number == nil {
		return 0
	}
	return *number
}

package config

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/smithy-go/logging"
)

type LoadOptions struct{}

type option = func(*LoadOptions) error

func none(*LoadOptions) error { return nil }

func WithLogger(logging.Logger) option                       { return none }
func WithRegion(string) option                               { return none }
func WithEC2IMDSRegion() option                              { return none }
func WithCredentialsProvider(aws.CredentialsProvider) option { return none }

// LoadDefaultConfig is the first thing traefik's ECS provider calls, so this is where a user learns of it.
func LoadDefaultConfig(context.Context, ...func(*LoadOptions) error) (aws.Config, error) {
	return aws.Config{}, aws.ErrAbsent
}

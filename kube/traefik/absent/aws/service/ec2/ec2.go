package ec2

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2/types"
)

type Client struct{}

func NewFromConfig(aws.Config) *Client { return &Client{} }

type DescribeInstancesInput struct{ InstanceIds []string }

type DescribeInstancesOutput struct{ Reservations []types.Reservation }

type DescribeInstancesPaginator struct{}

func NewDescribeInstancesPaginator(*Client, *DescribeInstancesInput) *DescribeInstancesPaginator {
	return &DescribeInstancesPaginator{}
}

func (*DescribeInstancesPaginator) HasMorePages() bool { return true }

func (*DescribeInstancesPaginator) NextPage(context.Context) (*DescribeInstancesOutput, error) {
	return nil, aws.ErrAbsent
}

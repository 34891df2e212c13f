package ssm

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"
)

type Client struct{}

func NewFromConfig(aws.Config) *Client { return &Client{} }

type DescribeInstanceInformationInput struct {
	Filters []types.InstanceInformationStringFilter
}

type DescribeInstanceInformationOutput struct {
	InstanceInformationList []types.InstanceInformation
}

type DescribeInstanceInformationPaginator struct{}

func NewDescribeInstanceInformationPaginator(*Client, *DescribeInstanceInformationInput) *DescribeInstanceInformationPaginator {
	return &DescribeInstanceInformationPaginator{}
}

func (*DescribeInstanceInformationPaginator) HasMorePages() bool { return true }

func (*DescribeInstanceInformationPaginator) NextPage(context.Context) (*DescribeInstanceInformationOutput, error) {
	return nil, aws.ErrAbsent
}

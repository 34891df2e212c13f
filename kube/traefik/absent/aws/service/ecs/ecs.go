package ecs

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs/types"
)

type Client struct{}

func NewFromConfig(aws.Config) *Client { return &Client{} }

type (
	ListClustersInput  struct{}
	ListClustersOutput struct{ ClusterArns []string }

	ListTasksInput struct {
		Cluster       *string
		DesiredStatus types.DesiredStatus
	}
	ListTasksOutput struct{ TaskArns []string }

	DescribeTasksInput struct {
		Cluster *string
		Tasks   []string
	}
	DescribeTasksOutput struct{ Tasks []types.Task }

	DescribeContainerInstancesInput struct {
		Cluster            *string
		ContainerInstances []string
	}
	DescribeContainerInstancesOutput struct{ ContainerInstances []types.ContainerInstance }

	DescribeTaskDefinitionInput  struct{ TaskDefinition *string }
	DescribeTaskDefinitionOutput struct{ TaskDefinition *types.TaskDefinition }
)

func (*Client) DescribeTasks(context.Context, *DescribeTasksInput) (*DescribeTasksOutput, error) {
	return nil, aws.ErrAbsent
}

func (*Client) DescribeContainerInstances(context.Context, *DescribeContainerInstancesInput) (*DescribeContainerInstancesOutput, error) {
	return nil, aws.ErrAbsent
}

func (*Client) DescribeTaskDefinition(context.Context, *DescribeTaskDefinitionInput) (*DescribeTaskDefinitionOutput, error) {
	return nil, aws.ErrAbsent
}

type paginator[Output any] struct{}

func (paginator[Output]) HasMorePages() bool                        { return true }
func (paginator[Output]) NextPage(context.Context) (*Output, error) { return nil, aws.ErrAbsent }

func NewListClustersPaginator(*Client, *ListClustersInput) paginator[ListClustersOutput] {
	return paginator[ListClustersOutput]{}
}

func NewListTasksPaginator(*Client, *ListTasksInput) paginator[ListTasksOutput] {
	return paginator[ListTasksOutput]{}
}

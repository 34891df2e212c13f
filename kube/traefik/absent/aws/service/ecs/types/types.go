package types

type (
	DesiredStatus     string
	HealthStatus      string
	NetworkMode       string
	TransportProtocol string
)

const (
	DesiredStatusRunning  DesiredStatus     = "RUNNING"
	HealthStatusHealthy   HealthStatus      = "HEALTHY"
	HealthStatusUnhealthy HealthStatus      = "UNHEALTHY"
	NetworkModeAwsvpc     NetworkMode       = "awsvpc"
	TransportProtocolTcp  TransportProtocol = "tcp"
)

type Task struct {
	Attachments          []Attachment
	ContainerInstanceArn *string
	Containers           []Container
	Group                *string
	HealthStatus         HealthStatus
	LastStatus           *string
	TaskArn              *string
	TaskDefinitionArn    *string
}

type Attachment struct{}

type Container struct {
	Name              *string
	NetworkBindings   []NetworkBinding
	NetworkInterfaces []NetworkInterface
}

type NetworkInterface struct {
	Ipv6Address        *string
	PrivateIpv4Address *string
}

type NetworkBinding struct {
	ContainerPort *int32
	HostPort      *int32
	Protocol      TransportProtocol
}

type PortMapping struct {
	ContainerPort *int32
	HostPort      *int32
	Protocol      TransportProtocol
}

type ContainerDefinition struct {
	DockerLabels map[string]string
	Name         *string
	PortMappings []PortMapping
}

type ContainerInstance struct {
	ContainerInstanceArn *string
	Ec2InstanceId        *string
}

type TaskDefinition struct {
	ContainerDefinitions []ContainerDefinition
	NetworkMode          NetworkMode
}

package types

type InstanceStateName string

const InstanceStateNameRunning InstanceStateName = "running"

type InstanceState struct{ Name InstanceStateName }

type Instance struct {
	InstanceId       *string
	PrivateIpAddress *string
	State            *InstanceState
}

type Reservation struct{ Instances []Instance }

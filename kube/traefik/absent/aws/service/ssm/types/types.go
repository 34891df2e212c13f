package types

type InstanceInformation struct {
	InstanceId *string
	IPAddress  *string
}

type InstanceInformationStringFilter struct {
	Key    *string
	Values []string
}

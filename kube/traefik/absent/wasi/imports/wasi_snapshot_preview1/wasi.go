package wasi_snapshot_preview1

import "github.com/stealthrocket/wazergo"

type (
	Extension struct{}
	System    struct{}
)

func NewHostModule(...Extension) wazergo.HostModule { return wazergo.HostModule{} }
func WithWASI(System) wazergo.Option                { return wazergo.Option{} }

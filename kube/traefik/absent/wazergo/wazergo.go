package wazergo

import (
	"context"

	"github.com/tetratelabs/wazero"
)

type (
	HostModule     struct{}
	Option         struct{}
	ModuleInstance struct{}
)

func Instantiate(context.Context, wazero.Runtime, HostModule, ...Option) (*ModuleInstance, error) {
	return nil, wazero.ErrAbsent
}

func WithModuleInstance(ctx context.Context, _ *ModuleInstance) context.Context { return ctx }

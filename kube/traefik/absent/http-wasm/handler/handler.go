package handler

import (
	"context"

	"github.com/http-wasm/http-wasm-host-go/api"
	"github.com/tetratelabs/wazero"
)

type Option struct{}

func ModuleConfig(wazero.ModuleConfig) Option                      { return Option{} }
func Logger(api.Logger) Option                                     { return Option{} }
func GuestConfig([]byte) Option                                    { return Option{} }
func Runtime(func(context.Context) (wazero.Runtime, error)) Option { return Option{} }

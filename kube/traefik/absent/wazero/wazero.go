// Package wazero stands where a WebAssembly runtime would be.
package wazero

import (
	"context"
	"errors"
)

var ErrAbsent = errors.New("WebAssembly plugins are not available in this build of traefik")

type (
	CompilationCache interface{}
	CompiledModule   interface{}
	RuntimeConfig    struct{}
	Runtime          struct{}
	ModuleConfig     struct{}
	FSConfig         struct{}
)

func NewCompilationCache() CompilationCache { return nil }
func NewRuntimeConfig() RuntimeConfig       { return RuntimeConfig{} }
func NewModuleConfig() ModuleConfig         { return ModuleConfig{} }
func NewFSConfig() FSConfig                 { return FSConfig{} }

func NewRuntimeWithConfig(context.Context, RuntimeConfig) Runtime { return Runtime{} }

// CompileModule is what traefik calls first with a plugin, at start-up, so this is where a user learns of it.
func (Runtime) CompileModule(context.Context, []byte) (CompiledModule, error) {
	return nil, ErrAbsent
}

func (config RuntimeConfig) WithCompilationCache(CompilationCache) RuntimeConfig { return config }
func (config ModuleConfig) WithSysWalltime() ModuleConfig                        { return config }
func (config ModuleConfig) WithStartFunctions(...string) ModuleConfig            { return config }
func (config ModuleConfig) WithEnv(string, string) ModuleConfig                  { return config }
func (config ModuleConfig) WithFSConfig(FSConfig) ModuleConfig                   { return config }
func (config FSConfig) WithDirMount(string, string) FSConfig                     { return config }
func (config FSConfig) WithReadOnlyDirMount(string, string) FSConfig             { return config }

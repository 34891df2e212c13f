package imports

import (
	"context"

	"github.com/stealthrocket/wasi-go/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero"
)

func DetectSocketsExtension(wazero.CompiledModule) *wasi_snapshot_preview1.Extension { return nil }

type Builder struct{}

func NewBuilder() *Builder { return &Builder{} }

func (b *Builder) WithSocketsExtension(string, wazero.CompiledModule) *Builder { return b }
func (b *Builder) WithEnv(...string) *Builder                                  { return b }
func (b *Builder) WithDirs(...string) *Builder                                 { return b }

func (b *Builder) Instantiate(ctx context.Context, _ wazero.Runtime) (context.Context, wasi_snapshot_preview1.System, error) {
	return ctx, wasi_snapshot_preview1.System{}, wazero.ErrAbsent
}

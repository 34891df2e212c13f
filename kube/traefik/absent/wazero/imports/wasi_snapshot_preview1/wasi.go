package wasi_snapshot_preview1

import (
	"context"
	"io"

	"github.com/tetratelabs/wazero"
)

func Instantiate(context.Context, wazero.Runtime) (io.Closer, error) { return nil, wazero.ErrAbsent }

package wasm

import (
	"context"
	"net/http"

	"github.com/http-wasm/http-wasm-host-go/handler"
	"github.com/tetratelabs/wazero"
)

type Middleware interface {
	NewHandler(context.Context, http.Handler) http.Handler
	Close(context.Context) error
}

func NewMiddleware(context.Context, []byte, ...handler.Option) (Middleware, error) {
	return nil, wazero.ErrAbsent
}

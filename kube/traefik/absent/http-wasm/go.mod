module github.com/http-wasm/http-wasm-host-go

go 1.26.0

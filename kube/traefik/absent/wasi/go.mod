module github.com/stealthrocket/wasi-go

go 1.26.0

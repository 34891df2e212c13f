module github.com/stealthrocket/wazergo

go 1.26.0

package api

import "context"

type LogLevel int32

type Logger interface {
	IsEnabled(LogLevel) bool
	Log(context.Context, LogLevel, string)
}

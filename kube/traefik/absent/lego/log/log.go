package log

import "log/slog"

func SetDefault(*slog.Logger) {}

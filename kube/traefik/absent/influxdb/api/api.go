package api

import (
	"context"

	"github.com/influxdata/influxdb-client-go/v2/api/write"
)

type WriteAPIBlocking interface {
	WritePoint(context.Context, ...*write.Point) error
}

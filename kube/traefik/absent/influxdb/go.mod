module github.com/influxdata/influxdb-client-go/v2

go 1.26.0

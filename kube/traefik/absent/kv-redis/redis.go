// Package redis registers no store, so traefik says of a redis provider that it does not know such a backend.
package redis

import "crypto/tls"

const StoreName = "redis"

type Config struct {
	TLS      *tls.Config
	Username string
	Password string
	DB       int
	Sentinel *Sentinel
}

type Sentinel struct {
	MasterName              string
	Username                string
	Password                string
	ClusterClient           bool
	RouteByLatency          bool
	RouteRandomly           bool
	ReplicaOnly             bool
	UseDisconnectedReplicas bool
}

// Package ext is where traefik's other editions hang further fields into routers. The module proxy does not carry it
// (it is a module inside of traefik's), and there is nothing to hang in here.
package ext

type (
	HTTP   struct{}
	Router struct{}
)

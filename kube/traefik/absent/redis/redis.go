// Package redis stands where the client of distributed rate limits would be.
package redis

import (
	"context"
	"crypto/tls"
	"errors"
	"time"
)

var errAbsent = errors.New("redis is not available in this build of traefik")

type UniversalOptions struct {
	Addrs          []string
	Username       string
	Password       string
	DB             int
	PoolSize       int
	MinIdleConns   int
	MaxActiveConns int
	DialTimeout    time.Duration
	ReadTimeout    time.Duration
	WriteTimeout   time.Duration
	TLSConfig      *tls.Config
}

type (
	Cmd          struct{}
	BoolSliceCmd struct{}
	StringCmd    struct{}
	IntCmd       struct{}
	Client       struct{}
	Script       struct{}
)

func (*Cmd) Result() (any, error) { return nil, errAbsent }

func NewScript(string) *Script { return &Script{} }

func (*Script) Run(context.Context, any, []string, ...any) *Cmd { return &Cmd{} }

func NewUniversalClient(*UniversalOptions) *Client { return &Client{} }

func (*Client) Eval(context.Context, string, []string, ...any) *Cmd      { return &Cmd{} }
func (*Client) EvalSha(context.Context, string, []string, ...any) *Cmd   { return &Cmd{} }
func (*Client) EvalRO(context.Context, string, []string, ...any) *Cmd    { return &Cmd{} }
func (*Client) EvalShaRO(context.Context, string, []string, ...any) *Cmd { return &Cmd{} }
func (*Client) ScriptExists(context.Context, ...string) *BoolSliceCmd    { return &BoolSliceCmd{} }
func (*Client) ScriptLoad(context.Context, string) *StringCmd            { return &StringCmd{} }
func (*Client) Del(context.Context, ...string) *IntCmd                   { return &IntCmd{} }

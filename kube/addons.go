package main

import (
	"os"

	"github.com/coredns/coredns/coremain"
	// The plugins that the Corefiles of kubeadm and k3s use, and those people add to them by hand.
	_ "github.com/coredns/coredns/plugin/autopath"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/cache"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/file"
	_ "github.com/coredns/coredns/plugin/forward"
	_ "github.com/coredns/coredns/plugin/health"
	_ "github.com/coredns/coredns/plugin/hosts"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/loadbalance"
	_ "github.com/coredns/coredns/plugin/log"
	_ "github.com/coredns/coredns/plugin/loop"
	_ "github.com/coredns/coredns/plugin/metrics"
	_ "github.com/coredns/coredns/plugin/ready"
	_ "github.com/coredns/coredns/plugin/reload"
	_ "github.com/coredns/coredns/plugin/rewrite"
	_ "github.com/coredns/coredns/plugin/template"
	_ "github.com/coredns/coredns/plugin/whoami"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	metricsapp "sigs.k8s.io/metrics-server/cmd/metrics-server/app"
	genericapiserver "k8s.io/apiserver/pkg/server"
)

func etcd()    { etcdmain.Main(os.Args) }
func coreDNS() { coremain.Run() }

func metricsServer() {
	os.Exit(cli.Run(metricsapp.NewMetricsServerCommand(genericapiserver.SetupSignalHandler())))
}

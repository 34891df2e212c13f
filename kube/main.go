// One binary for every Kubernetes program of a local cluster. The name it is called by (its symlink) decides what it
// does. One link costs the same as one program alone, and all programs share their code pages in memory.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

var programs = map[string]func(){
	"kube-apiserver":          apiServer,
	"kube-controller-manager": controllerManager,
	"kube-scheduler":          scheduler,
	"kube-proxy":              proxy,
	"kubelet":                 kubelet,
	"kubectl":                 kubectl,
	"etcd":                    etcd,
	"coredns":                 coreDNS,
	"metrics-server":          metricsServer,
}

func main() {
	run, known := programs[filepath.Base(os.Args[0])]
	if !known {
		fmt.Fprintf(os.Stderr, "call this binary by one of these names: %s\n", strings.Join(names(), " "))
		os.Exit(2)
	}
	run()
}

func names() []string {
	all := make([]string, 0, len(programs))
	for name := range programs {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

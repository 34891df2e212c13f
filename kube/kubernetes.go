package main

import (
	"context"
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectlcmd "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserverapp "k8s.io/kubernetes/cmd/kube-apiserver/app"
	managerapp "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxyapp "k8s.io/kubernetes/cmd/kube-proxy/app"
	schedulerapp "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubeletapp "k8s.io/kubernetes/cmd/kubelet/app"
)

func apiServer()         { os.Exit(cli.Run(apiserverapp.NewAPIServerCommand())) }
func controllerManager() { os.Exit(cli.Run(managerapp.NewControllerManagerCommand())) }
func scheduler()         { os.Exit(cli.Run(schedulerapp.NewSchedulerCommand())) }
func proxy()             { os.Exit(cli.Run(proxyapp.NewProxyCommand())) }
func kubelet()           { os.Exit(cli.Run(kubeletapp.NewKubeletCommand(context.Background()))) }

func kubectl() {
	if err := cli.RunNoErrOutput(kubectlcmd.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err)
	}
}

import type { Group } from "./shell/command.ts";

/** Every command, loaded only when it is called. The path of a file is its command line. */
export const commands: Group = {
  summary: "The flight recorder and the proving ground for AI agents that operate infrastructure",
  commands: {
    start: () => import("./start.ts"),
    doctor: () => import("./doctor.ts"),
    exec: () => import("./exec.ts"),
    prescribe: () => import("./prescribe.ts"),
    report: () => import("./report.ts"),
    decline: () => import("./decline.ts"),
    risk: () => import("./risk.ts"),
    verify: () => import("./verify.ts"),
    recorder: () => import("./recorder.ts"),
    log: {
      summary: "The evidence log: what was intended, what came of it, and the proof that nobody changed it",
      commands: {
        init: () => import("./log/init.ts"),
        show: () => import("./log/show.ts"),
        tail: () => import("./log/tail.ts"),
        verify: () => import("./log/verify.ts"),
        prove: () => import("./log/prove.ts"),
        checkpoint: () => import("./log/checkpoint.ts"),
        keys: () => import("./log/keys.ts"),
        export: () => import("./log/export.ts"),
        import: () => import("./log/import.ts"),
        recover: () => import("./log/recover.ts"),
      },
    },
    hook: {
      summary: "Hooks of agents, and launchers before kubectl and its like, that record by themselves",
      commands: {
        install: () => import("./hook/install.ts"),
        uninstall: () => import("./hook/uninstall.ts"),
        status: () => import("./hook/status.ts"),
        pre: () => import("./hook/pre.ts"),
        post: () => import("./hook/post.ts"),
        shim: () => import("./hook/shim.ts"),
      },
    },
    mcp: {
      summary: "The recorder as an MCP server, and a recording proxy before other MCP servers",
      otherwise: "serve",
      commands: {
        serve: () => import("./mcp/serve.ts"),
        proxy: () => import("./mcp/proxy.ts"),
      },
    },
    skill: {
      summary: "What agents are told about the recorder",
      commands: {
        install: () => import("./skill/install.ts"),
        uninstall: () => import("./skill/uninstall.ts"),
        show: () => import("./skill/show.ts"),
      },
    },
    cluster: {
      summary: "Real Kubernetes clusters, made in seconds and gone without a trace",
      commands: {
        up: () => import("./cluster/up.ts"),
        list: () => import("./cluster/list.ts"),
        shell: () => import("./cluster/shell.ts"),
        exec: () => import("./cluster/exec.ts"),
        kubeconfig: () => import("./cluster/kubeconfig.ts"),
        proxy: () => import("./cluster/proxy.ts"),
        images: () => import("./cluster/images.ts"),
        down: () => import("./cluster/down.ts"),
        spare: () => import("./cluster/spare.ts"),
        prune: () => import("./cluster/prune.ts"),
      },
    },
    bench: {
      summary: "Break real infrastructure, hand it to an agent, and judge what comes of it",
      commands: {
        list: () => import("./bench/list.ts"),
        show: () => import("./bench/show.ts"),
        run: () => import("./bench/run.ts"),
        resume: () => import("./bench/resume.ts"),
        regrade: () => import("./bench/regrade.ts"),
        compare: () => import("./bench/compare.ts"),
        report: () => import("./bench/report.ts"),
        controls: () => import("./bench/controls.ts"),
        new: () => import("./bench/new.ts"),
        lint: () => import("./bench/lint.ts"),
        export: () => import("./bench/export.ts"),
      },
    },
    agents: {
      summary: "Models as agents on the bench: where they are asked, and whether they answer",
      commands: {
        list: () => import("./agents/list.ts"),
        check: () => import("./agents/check.ts"),
        endpoint: () => import("./agents/endpoint.ts"),
      },
    },
    snapshot: {
      summary: "Incidents frozen as files: find the root cause",
      commands: {
        list: () => import("./snapshot/list.ts"),
        show: () => import("./snapshot/show.ts"),
        tools: () => import("./snapshot/tools.ts"),
        ask: () => import("./snapshot/ask.ts"),
        baselines: () => import("./snapshot/baselines.ts"),
        capture: () => import("./snapshot/capture.ts"),
        generate: () => import("./snapshot/generate.ts"),
        score: () => import("./snapshot/score.ts"),
        explain: () => import("./snapshot/explain.ts"),
        prune: () => import("./snapshot/prune.ts"),
      },
    },
    toolchain: {
      summary: "The components that clusters are made of",
      commands: {
        list: () => import("./toolchain/list.ts"),
        get: () => import("./toolchain/get.ts"),
        prune: () => import("./toolchain/prune.ts"),
      },
    },
  },
};

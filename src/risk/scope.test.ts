import assert from "node:assert/strict";
import { test } from "node:test";
import type { RiskConfig } from "./config.ts";
import type { ScopeHints } from "./model.ts";
import { scopeOf } from "./scope.ts";

const nothing: ScopeHints = {
  contexts: [],
  clusters: [],
  servers: [],
  namespaces: [],
  namespaceLabels: {},
  workspaces: [],
  accounts: [],
  hosts: [],
  paths: [],
};
const scope = (hints: Partial<ScopeHints>, config: RiskConfig = {}) => scopeOf({ ...nothing, ...hints }, [], config);

test("Nothing at all is an unknown place, and says so.", () => {
  assert.deepEqual(scope({}), { class: "unknown", because: "nothing says where this is" });
});

test("Names without a word are told, for whoever wants to write a rule for them.", () => {
  const { class: kind, because } = scope({ contexts: ["gke_shop"], namespaces: ["a", "b", "c"] });
  assert.equal(kind, "unknown");
  assert.equal(because, 'no word of namespace "a", namespace "b", namespace "c" and 1 more says where this is');
});

test("Of several namespaces the most serious counts.", () => {
  assert.equal(scope({ namespaces: ["dev", "shop-prod", "staging"] }).class, "production");
  assert.equal(scope({ namespaces: ["dev", "uat"] }).because, 'namespace "uat" has the word "uat"');
});

test("A namespace that says nothing is more serious than development, unless the cluster is known.", () => {
  assert.equal(scope({ namespaces: ["dev", "shop"] }).class, "unknown");
  assert.equal(scope({ namespaces: ["dev", "shop"], contexts: ["kind-x"] }).class, "development");
});

test("A cluster of production is production whatever the namespace is called.", () => {
  assert.equal(scope({ namespaces: ["dev"], contexts: ["eu-prod"] }).class, "production");
});

test("A namespace's label says more than its name.", () => {
  const labels = { namespaceLabels: { shop: { "app.kubernetes.io/environment": "Production" }, live: { env: "dev" } } };
  assert.equal(
    scope({ namespaces: ["shop"], ...labels }).because,
    'namespace "shop" is labelled app.kubernetes.io/environment=Production',
  );
  assert.equal(scope({ namespaces: ["live"], ...labels }).class, "development");
});

test("A label that is about something else is not looked at.", () => {
  assert.equal(
    scope({ namespaces: ["shop"], namespaceLabels: { shop: { team: "prod", "kubernetes.io/metadata.name": "prod" } } })
      .class,
    "unknown",
  );
});

test("Clusters on one's own machine are development, unless their name says otherwise.", () => {
  assert.equal(scope({ contexts: ["minikube"] }).class, "development");
  assert.equal(scope({ contexts: ["kind-shop"] }).class, "development");
  assert.equal(scope({ contexts: ["kind-prod"] }).class, "production");
  assert.equal(scope({ contexts: ["mankind-shop"] }).class, "unknown");
});

test("Workspaces and accounts count.", () => {
  assert.equal(scope({ workspaces: ["prod"] }).class, "production");
  assert.equal(scope({ accounts: ["123456789012", "staging"] }).class, "staging");
});

test("A server's name counts only by words that hardly mean anything else.", () => {
  assert.equal(scope({ servers: ["https://kubernetes.default.svc.cluster.local"] }).class, "unknown");
  assert.equal(scope({ servers: ["https://api.prod.example"] }).class, "production");
  assert.equal(scope({ servers: ["https://dev.example"] }).class, "unknown");
});

test("A directory's name counts only where nothing else says anything.", () => {
  assert.equal(scope({ paths: ["envs/prod"] }).class, "production");
  assert.equal(scope({ paths: ["envs/prod"], contexts: ["dev"] }).class, "development");
  assert.equal(scope({ paths: ["/usr/local/test"] }).class, "unknown");
});

test("Of a path the end counts, and who somebody is does not.", () => {
  assert.equal(scope({ paths: ["/home/dev/shop"] }).class, "unknown");
  assert.equal(scope({ paths: ["/home/me/shop/envs/dev"] }).class, "development");
  assert.equal(scope({ paths: ["C:\\shop\\prod\\values.yaml"] }).class, "production");
  assert.equal(scope({ paths: ["/prod/a/b/c/d"] }).class, "unknown");
});

test("A target's own name can only make it more serious, and only where nothing else says anything.", () => {
  const target = (name: string, system = "aws") => [{ system, kind: "s3", name, action: "rm" }];
  assert.equal(
    scopeOf(nothing, target("s3://prod-data"), {}).because,
    'the target "s3://prod-data" has the word "prod"',
  );
  assert.equal(scopeOf(nothing, target("s3://dev-data"), {}).class, "unknown");
  assert.equal(scopeOf({ ...nothing, accounts: ["dev"] }, target("s3://prod-data"), {}).class, "development");
  assert.equal(scopeOf(nothing, target("/srv/prod", "files"), {}).class, "unknown");
});

test("The caller can make a place more serious, and never less.", () => {
  assert.equal(scope({ explicit: "prod", contexts: ["dev"] }).because, 'the caller said "prod"');
  assert.equal(scope({ explicit: "dev", contexts: ["prod"] }).class, "production");
});

test("The caller names a place that nothing else names.", () => {
  assert.deepEqual(scope({ explicit: "staging", namespaces: ["shop"] }), {
    class: "staging",
    because: 'the caller said "staging"',
  });
  assert.match(scope({ explicit: "moon" }).because, /"moon", which names no kind of place/);
});

test("A rule of the project decides before any word, for the names that it matches.", () => {
  const config: RiskConfig = {
    source: ".airworthy.yaml",
    scope: {
      rules: [
        { what: "context", pattern: "prod-sim*", is: "development" },
        { what: "namespace", pattern: "team-*-x", is: "production" },
      ],
    },
  };
  assert.equal(
    scope({ contexts: ["prod-sim-3"] }, config).because,
    'context "prod-sim-3" matches the rule "prod-sim*" of .airworthy.yaml',
  );
  assert.equal(scope({ contexts: ["prod-simple"] }, config).class, "development");
  assert.equal(scope({ contexts: ["prod"] }, config).class, "production");
  assert.equal(scope({ namespaces: ["team-a-x"] }, config).class, "production");
  assert.equal(scope({ namespaces: ["team-x"] }, config).class, "unknown");
  assert.equal(scope({ namespaces: ["TEAM-A-X"] }, config).class, "production");
});

test("A rule can say that a name means nothing.", () => {
  const config: RiskConfig = { scope: { rules: [{ what: "namespace", pattern: "live-*", is: "unknown" }] } };
  assert.equal(scope({ namespaces: ["live-reload"] }, config).class, "unknown");
});

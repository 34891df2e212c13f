import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, looked, type World } from "../testing/looked.ts";

const world: World = { files: { "/here/pod.json": '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}}' } };

/** Line, class, and what it touches where that matters. */
const table: readonly (readonly [string, string, (readonly string[])?])[] = [
  // Argo CD.
  ["argocd app sync web", "mutate", ["sync application/web"]],
  ["argocd app sync web --prune", "destroy", ["sync application/web"]],
  ["argocd app sync web --force --replace", "destroy"],
  ["argocd app sync web --prune --dry-run", "plan"],
  ["argocd app sync -l team=pay", "mutate", ["sync application/* where team=pay"]],
  ["argocd app delete web --yes", "destroy", ["delete application/web"]],
  ["argocd app get web", "read"],
  ["argocd app diff web", "plan"],
  ["argocd app rollback web 3", "mutate"],
  ["argocd app set web --sync-policy automated --auto-prune", "mutate", ["set application/web"]],
  ["argocd app actions run web restart", "mutate"],
  ["argocd app delete-resource web --kind Pod", "destroy"],
  ["argocd proj delete pay", "destroy", ["delete project/pay"]],
  ["argocd cluster rm https://x", "destroy"],
  ["argocd repo list", "read"],
  ["argocd cluster add prod", "mutate"],
  ["argocd frob x", "unknown"],
  // Git.
  ["git status", "read"],
  ["git log -3", "read"],
  ["git -C /x diff", "read"],
  ["git branch", "read"],
  ["git branch -a", "read"],
  ["git branch new", "mutate"],
  ["git branch -D old", "destroy"],
  ["git push origin main", "mutate", ["push remote/origin"]],
  ["git push --force origin main", "destroy"],
  ["git push -fu origin main", "destroy"],
  ["git push origin :old", "destroy"],
  ["git reset --hard HEAD~1", "destroy"],
  ["git reset HEAD~1", "mutate"],
  ["git clean -fdx", "destroy"],
  ["git clean -n", "plan"],
  ["git stash", "mutate"],
  ["git stash list", "read"],
  ["git stash drop", "destroy"],
  ["git -c alias.x='!rm -rf /' x", "unknown"],
  ["git -c core.pager='sh -c id' log", "unknown"],
  ["git frob", "unknown"],
  // HTTP.
  ["curl https://example.com", "read"],
  ["curl -s -H 'Authorization: Bearer x' https://k8s/api/v1/namespaces", "read"],
  ["curl -X DELETE https://k8s:6443/api/v1/namespaces/shop", "destroy", ["delete Namespace/shop"]],
  [
    "curl -XDELETE https://k8s/apis/apps/v1/namespaces/shop/deployments/web?x=y",
    "destroy",
    ["delete Deployment/web in shop"],
  ],
  ["curl -X POST https://k8s/api/v1/namespaces/shop/pods -d @pod.json", "mutate", ["post Pod/* in shop"]],
  ["curl -d a=b https://example.com/hook", "unknown"],
  ["curl --json '{}' https://example.com/hook", "unknown"],
  ["curl -X PUT https://example.com/x", "mutate"],
  ["curl -o /etc/x https://example.com", "mutate", ["GET url/https://example.com", "write file//etc/x"]],
  ["curl -O https://example.com/x.tgz", "mutate"],
  ["curl -so /tmp/x https://example.com", "read"],
  ["curl -K conf", "unknown"],
  ["wget https://example.com/x.tgz", "mutate"],
  ["wget -qO- https://example.com", "read"],
  // Machines and files.
  ["rm -rf /data", "destroy", ["delete file//data"]],
  ["rm /tmp/x", "mutate", ["delete file//tmp/x"]],
  ["rm -rf /tmp/../data", "destroy", ["delete file//data"]],
  ["rm -rf $DIR/x", "destroy", ["delete file//x"]],
  ["dd if=/dev/zero of=/dev/sda", "destroy", ["overwrite device//dev/sda"]],
  ["dd if=/dev/zero of=/tmp/x count=1", "read"],
  ["mkfs.ext4 /dev/sdb", "destroy"],
  ["shutdown -h now", "destroy"],
  ["kill -9 1", "destroy", ["kill process/1"]],
  ["systemctl status kubelet", "read"],
  ["systemctl restart kubelet", "mutate", ["restart service/kubelet"]],
  ["service nginx stop", "mutate", ["stop service/nginx"]],
  ["systemctl reboot", "destroy"],
  ["mv a b", "mutate"],
  ["cp a /tmp/b", "read"],
  ["touch /tmp/x", "read"],
  ["chmod 777 /etc/passwd", "mutate"],
  ["sed -i s/a/b/ x.yaml", "mutate", ["write file//here/x.yaml"]],
  ["sed s/a/b/ x.yaml", "read"],
  ["sed 's/x/id/e' x", "unknown"],
  ["sed -n '1e id' x", "unknown"],
  ["sed 'w /etc/x' x", "unknown"],
  ["sed -e 's/a/the/' -e 's#b#new#g' x", "read"],
  ["sed '/^#/d;s/we/you/' x", "read"],
  ["awk '$3 > 80 || $4 {print $1}' x", "read"],
  ["awk '{print > \"/etc/x\"}'", "unknown"],
  ["script log.txt", "unknown"],
  ["uniq a b", "mutate", ["write file//here/b"]],
  ["awk '{print $1}' x", "read"],
  ["awk 'BEGIN{system(\"id\")}'", "unknown"],
  ["echo x | tee /etc/hosts", "mutate", ["write file//etc/hosts"]],
  ["sort -o x y", "unknown"],
  ["date", "read"],
  ["date -s tomorrow", "unknown"],
  ["find . -name x", "read"],
  ["find / -delete", "destroy", ["delete file///*"]],
  ["find . -exec rm {} +", "destroy"],
  ["rsync -a --delete x/ jo@web:/srv", "destroy", ["rsync file//srv in web"]],
  ["rsync -an --delete x/ web:/srv", "plan"],
  ["scp x web:/srv", "mutate", ["scp file//srv in web"]],
  ["cp a b", "mutate", ["cp file//here/b"]],
  ["atq", "read"],
  ["crontab -l", "read"],
  ["crontab -r", "destroy"],
  ["iptables -L -n", "read"],
  ["iptables -F", "destroy"],
  ["apt-get install x", "mutate", ["install package/x"]],
  ["npm run deploy", "unknown"],
  ["kill", "destroy"],
  ["tar -tf x.tgz", "unknown"],
];

for (const [line, kind, targets] of table) {
  test(`${line} comes to ${kind}.`, async () => {
    const operation = await looked(line, world);
    assert.equal(operation.class, kind);
    if (targets !== undefined) assert.deepEqual(operation.targets.map(brief), targets);
  });
}

test("The body of a request to a cluster is an object.", async () => {
  const { objects } = await looked("curl -X POST https://k8s/api/v1/namespaces/shop/pods -d @pod.json", world);
  assert.deepEqual(
    objects.map(({ action, value }) => [action, value.kind]),
    [["create", "Pod"]],
  );
});

test("A password in an address goes nowhere.", async () => {
  const operation = await looked(
    "curl https://jo:hunter2@example.com/x?token=hunter2; git push https://jo:hunter2@example.com/r",
  );
  assert.doesNotMatch(JSON.stringify([operation.targets, operation.scopeHints]), /hunter2/);
});

test("An Application of Argo CD is there as far as the options say.", async () => {
  const { objects } = await looked(
    "argocd app create web --repo https://x --dest-namespace prod --sync-policy auto --auto-prune",
  );
  assert.deepEqual(objects[0]?.value.spec, {
    source: { repoURL: "https://x" },
    destination: { namespace: "prod" },
    syncPolicy: { automated: { prune: true, selfHeal: false } },
  });
});

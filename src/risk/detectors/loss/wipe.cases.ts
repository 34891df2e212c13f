import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { wipe } from "./wipe.ts";

detects(wipe, {
  finds: {
    "a disk that dd overwrites": run("dd if=/dev/zero of=/dev/sda bs=1M"),
    "a new file system": run("mkfs.ext4 /dev/nvme1n1"),
    "the whole machine": run("rm -rf /"),
    "everything of the whole machine": run("rm -rf /*"),
    "the cluster's state": run("rm -rf /var/lib/etcd/member"),
  },
  ignores: {
    "a directory of one's own": run("rm -rf ./build"),
    "a scratch file": run("rm -rf /tmp/x"),
    "a copy of a disk into a file": run("dd if=/dev/sda of=/backup/sda.img"),
  },
});

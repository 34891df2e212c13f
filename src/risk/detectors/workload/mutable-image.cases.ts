import { detects } from "../testing/cases.ts";
import { apply, pod, run } from "../testing/inputs.ts";
import { mutableImage } from "./mutable-image.ts";

const image = (name: string) => apply(pod({ containers: [{ image: name }] }));

detects(mutableImage, {
  finds: {
    latest: image("nginx:latest"),
    "no tag": image("nginx"),
    "no tag behind a registry with a port": image("registry.example:5000/team/app"),
    "a branch": image("app:main"),
    "one that a command sets": run("kubectl set image deploy/web app=web:latest"),
    "one that kubectl runs": run("kubectl run tmp --image=busybox"),
  },
  ignores: {
    "a version": image("nginx:1.29.1"),
    "a digest beside a moving tag": image(`nginx:latest@sha256:${"0".repeat(64)}`),
    "a version behind a registry with a port": image("registry.example:5000/team/app:v2"),
    "a tag that only begins like one that moves": image("app:main-2024-11-02"),
    "a name that is filled in later": image("{{ .Values.image }}"),
  },
});

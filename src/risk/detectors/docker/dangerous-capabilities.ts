import type { Detector } from "../../model.ts";
import { dangerousCapability } from "../shared/capabilities.ts";
import { inServices } from "../shared/services.ts";
import { listOf, wordOf } from "../shared/values.ts";

export const dockerDangerousCapabilities: Detector = {
  tag: "docker.dangerous-capability",
  level: "high",
  summary:
    "a capability beyond the usual, or seccomp, AppArmor or labels switched off; critical where it is as good as root",
  advice: "Drop ALL and add back only what the program fails without.",
  detect: inServices((value, field) => [
    ...listOf(value.cap_add).flatMap((written, index) => {
      const capability = dangerousCapability(written);
      return capability === undefined
        ? []
        : [
            {
              field: field(`cap_add[${index}]`),
              because: `the container gets ${capability.name}`,
              level: capability.level,
            },
          ];
    }),
    ...listOf(value.security_opt)
      .filter((option) => /^(seccomp|apparmor|systempaths)[=:]unconfined$|^label[=:]disable$/.test(wordOf(option)))
      .map((option) => ({ field: field("security_opt"), because: `${wordOf(option)} switches a protection off` })),
  ]),
};

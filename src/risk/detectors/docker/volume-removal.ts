import type { Detector } from "../../model.ts";
import { isOn, wordsOf } from "../shared/commands.ts";

export const dockerVolumeRemoval: Detector = {
  tag: "docker.volume-removal",
  level: "high",
  summary: "volumes of containers removed, with what is in them",
  advice: "List the volumes and who uses them (docker volume ls, docker ps -a --filter volume=…) first.",
  detect: ({ commands }) =>
    commands
      .filter(({ tool }) => /^(docker|podman|nerdctl|docker-compose|compose)$/.test(tool))
      .flatMap((command) => {
        const option = isOn(command, "volumes") ? "volumes" : isOn(command, "v") ? "v" : undefined;
        const direct = /(^| )volume (rm|remove|prune)$/.test(command.operation);
        const along = /(^| )(down|rm|system prune)$/.test(command.operation) && option !== undefined;
        if (!direct && !along) return [];
        const field = option === undefined ? wordsOf(command) : wordsOf(command, option);
        return [{ field, because: "what the volumes hold is gone" }];
      }),
};

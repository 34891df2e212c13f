import { detects } from "../testing/cases.ts";
import { run } from "../testing/inputs.ts";
import { dockerVolumeRemoval } from "./volume-removal.ts";

detects(dockerVolumeRemoval, {
  finds: {
    "a volume": run("docker volume rm shop_data"),
    "all unused volumes": run("docker volume prune -f"),
    "volumes of a project": run("docker compose down -v"),
    "volumes among all else": run("docker system prune --volumes -f"),
  },
  ignores: {
    "a project without its volumes": run("docker compose down"),
    "a list": run("docker volume ls"),
    "a container": run("docker rm web"),
  },
});

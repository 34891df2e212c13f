import "./dangerous-capabilities.cases.ts";
import "./host-namespaces.cases.ts";
import "./host-path.cases.ts";
import "./privileged.cases.ts";
import "./runtime-socket.cases.ts";
import "./volume-removal.cases.ts";

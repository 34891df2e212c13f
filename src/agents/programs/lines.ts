import { parsed } from "../proxy/index.ts";
import type { Event } from "./manner.ts";

/** Longer lines are no events that anybody can use. */
const longest = 16 * 1024 * 1024;
const mostNoise = 16 * 1024;

/** Takes what a program prints apart into events, as it comes; what is none is noise, of which the end is kept. */
export function eventLines(onEvent: (event: Event, at: string) => void) {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let rest = "";
  let noise = "";
  const say = (text: string) => {
    noise = `${noise}${text}`.slice(-mostNoise);
  };
  const line = (text: string, at: string) => {
    const event = parsed(text);
    if (event) onEvent(event, at);
    else if (text.trim() !== "") say(`${text}\n`);
  };
  return {
    take(chunk: Uint8Array, from: "stdout" | "stderr") {
      const text = decoders[from].decode(chunk, { stream: true });
      if (from === "stderr") return say(text);
      const at = new Date().toISOString();
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longest) rest = "";
      for (const each of lines) line(each, at);
    },
    end: () => line(rest, new Date().toISOString()),
    noise: () => noise,
  };
}

/** Strict: the one spelling that encoding gives, or nothing. Another spelling of the same bytes would be another text. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

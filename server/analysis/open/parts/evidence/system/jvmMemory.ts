/** Tells how many bytes a Java VM asked for that ended without memory. Pure; bounded. */
import { formatBytes } from '../../../../../../core/text/format.ts';

const NO_MEMORY = /The JVM got no memory/;
const ASKED = new RegExp([
  /\bcommit_memory\(0x[0-9a-f]{1,16}, (\d{4,15}), \d\) failed/,
  /\bNative memory allocation \(\w{1,10}\) failed to (?:map|allocate) (\d{4,15}) bytes/,
].map(({ source }) => source).join('|'));
const MAX_CHARS = 64 * 1024;

/** Returns the amount of the first such request; null if the facts have it, or the text has none. */
export function jvmMemory(facts: string, text: string): string | null {
  if (!NO_MEMORY.test(facts)) return null;
  const bytes = ASKED.exec(text.slice(0, MAX_CHARS))?.slice(1).find((one) => one !== undefined);
  return bytes === undefined || facts.includes(bytes) ? null
    : `By the text, the JVM asked for ${bytes} bytes (${formatBytes(Number(bytes))}) at once.`;
}

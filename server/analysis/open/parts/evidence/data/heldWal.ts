/** Says that a WAL grows because the head cannot be compacted, where a text shows its size or asks for it. Pure. */

/** What is said of a server whose head cannot be written as a block. */
const HEAD_GROWS = /\bThe head keeps growing until one succeeds\./;
const LISTED = /\bWAL of (\d[\d.]{0,8} ?[KMGTi]{1,2}B?)/;
const ASKED = /\bwal\b[^.\n]{0,60}\b(?:clean|delet|truncat|grow|large|huge|big|siz|space|full|increas)/i;
const MAX_CHARS = 64 * 1024;

/** Returns null for other facts, and where the text says nothing of a WAL. */
export function heldWal(facts: string, text: string): string | null {
  if (!HEAD_GROWS.test(facts)) return null;
  const size = LISTED.exec(facts)?.[1];
  return size === undefined && !ASKED.test(text.slice(0, MAX_CHARS)) ? null
    : `Its WAL${size === undefined ? '' : ` (${size})`} is not truncated until then, either, whatever retention is `
      + 'set.';
}

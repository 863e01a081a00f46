/** Reports a vmstorage that accepts connections of vminsert but takes no data, and which node sends fail to. Pure. */

const UNSENT = /\bcannot send \d{1,12} bytes with \d{1,12} rows to -storageNode="([^"]{1,200})"/;
const TIMED_OUT = /\bwrite: connection timed out|\bcannot write data in [\d.]{1,9} seconds|\bi\/o timeout/;
const DIALED = /\bsuccessfully dialed -storageNode="([^"]{1,200})"/;
/** Fewer sends may fail by chance. */
const MIN_UNSENT = 3;
/** What a known message says of such a send without knowing whether it connects. */
const GENERAL = /\s?vminsert could not send rows to one vmstorage: if it connects, [^.]{1,200}\./;

/** Returns the nodes to which sends failed, in the order of the text. */
export const unsentNodes = (lines: readonly string[]): string[] =>
  [...new Set(lines.flatMap((line) => UNSENT.exec(line)?.[1] ?? []))];

/** Returns what is wrong with the only node that takes no data; null for others. */
export function hangingNode(lines: readonly string[]): string | null {
  const [node, ...others] = unsentNodes(lines);
  if (node === undefined || others.length > 0) return null;
  const unsent = lines.filter((line) => UNSENT.test(line));
  const dialed = lines.filter((line) => DIALED.exec(line)?.[1] === node).length;
  if (unsent.length < MIN_UNSENT || dialed < MIN_UNSENT) return null;
  return !unsent.every((line) => TIMED_OUT.test(line)) ? null
    : `It connects to ${node} (${dialed} times), but its writes there time out (${unsent.length} times), and sends to `
      + 'no other node fail: that vmstorage accepts connections and takes no data. Look at its host: its disks, the '
      + 'messages of its kernel and its log.';
}

/** Returns the errors without the general step for such a node. */
export const withoutGeneral = (errors: string | null): string | null => errors?.replace(GENERAL, '') ?? null;

import { isIP } from 'node:net';

/** Returns the 4 or 16 bytes of an IP address; null for anything else, including one with a zone (`fe80::1%eth0`). */
export function addressBytes(text: string): number[] | null {
  if (text.includes('%')) return null;
  switch (isIP(text)) {
    case 4: return text.split('.').map(Number);
    case 6: return groupsOf(text).flatMap((group) => [group >> 8, group & 0xff]);
    default: return null;
  }
}

/** Returns the eight 16-bit numbers of a valid address. */
function groupsOf(text: string): number[] {
  // A URL's form of the address has no dotted part and at most one gap.
  const plain = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** A range of addresses: all that share its first `bits` bits. */
export interface Net { bytes: readonly number[]; bits: number }

/** Reads `10.0.0.0/8`, `fd00::/8`, or one address; null for anything else. Ignores bits beyond the prefix. */
export function readNet(text: string): Net | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const bytes = addressBytes(address);
  if (bytes === null || rest.length > 0) return null;
  const bits = prefix === undefined ? bytes.length * 8 : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
  return bits <= bytes.length * 8 ? { bytes, bits } : null;
}

export function isInNet(bytes: readonly number[], net: Net): boolean {
  if (bytes.length !== net.bytes.length) return false;
  return bytes.every((byte, i) => {
    const bits = Math.max(0, Math.min(8, net.bits - 8 * i));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((net.bytes[i] ?? 0) & mask);
  });
}

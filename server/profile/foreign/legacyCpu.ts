/**
 * Reads CPU profiles of gperftools: words of 4 or 8 bytes in the byte order of the machine, then the text of
 * /proc/self/maps. https://gperftools.github.io/gperftools/cpuprofile-fileformat.html
 */
import type { Profile } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile } from './stackProfile.ts';

const HEADER_WORDS = 5;
const MAX_FRAMES = 1024;
const MAX_SAMPLES = 2_000_000;
const MAX_MAPS = 10_000;
/** One in this many samples may lack the frame of the signal handler that all others have. */
const SIMILAR = 32;
const MAP_LINE = /^([0-9a-f]{1,16})-([0-9a-f]{1,16}) +([-rwxsp]{4}) +[0-9a-f]{1,16} +\S{1,20} +\d{1,20} *(.{0,4096})$/;

interface Words { size: 4 | 8; isLittle: boolean; at: (word: number) => number; count: number }
interface Stack { count: number; addresses: number[] }
interface Mapped { start: number; end: number; file: string }

/** Returns null for other bytes. The second header word counts the words after it; the fourth is the period. */
function wordsOf(bytes: Uint8Array): Words | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const size of [8, 4] as const) {
    for (const isLittle of [true, false]) {
      if (bytes.length < size * (HEADER_WORDS + 3)) continue;
      const at = (word: number): number =>
        (size === 4 ? view.getUint32(word * 4, isLittle) : Number(view.getBigUint64(word * 8, isLittle)));
      if (at(0) === 0 && at(1) === 3 && at(2) === 0 && at(3) > 0 && at(3) <= 1e9 && at(4) === 0)
        return { size, isLittle, at, count: Math.floor(bytes.length / size) };
    }
  }
  return null;
}

export function isLegacyCpu(bytes: Uint8Array): boolean {
  return wordsOf(bytes) !== null;
}

export function readLegacyCpu(bytes: Uint8Array): Profile {
  const words = wordsOf(bytes);
  if (words === null) throw new ForeignError('its header is another');
  const { stacks, end } = stacksOf(words);
  const maps = mapsOf(new TextDecoder('latin1').decode(bytes.subarray(end * words.size)));
  withoutHandler(stacks);
  const nanos = words.at(3) * 1000;
  const profile = new StackProfile([{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }]);
  for (const { count, addresses } of stacks) {
    const rows = addresses.map((address, i) => {
      // A caller's address is its return address, which is after the call.
      const own = i === 0 ? address : address - 1;
      const file = maps.find(({ start, end: after }) => start <= own && own < after)?.file ?? '';
      return profile.frame({ name: '', address: BigInt(own), binary: file });
    });
    profile.add(rows, [count, count * nanos]);
  }
  return profile.finish({ period: BigInt(nanos), periodType: { type: 'cpu', unit: 'nanoseconds' } });
}

function stacksOf({ at, count }: Words): { stacks: Stack[]; end: number } {
  const stacks: Stack[] = [];
  let word = HEADER_WORDS;
  while (word + 2 < count) {
    const [samples, frames] = [at(word), at(word + 1)];
    word += 2;
    if (frames === 0 || frames > MAX_FRAMES || word + frames > count)
      throw new ForeignError('it is cut off, or a stack in it is longer than 1024 frames');
    const addresses = Array.from({ length: frames }, (_, i) => at(word + i));
    word += frames;
    if (samples === 0 && frames === 1 && addresses[0] === 0) return { stacks, end: word };
    if (stacks.push({ count: samples, addresses }) > MAX_SAMPLES)
      throw new ForeignError(`it has more than ${MAX_SAMPLES} stacks`);
  }
  return { stacks, end: count };
}

/** Removes the frame that the signal handler left below the innermost, as pprof does. */
function withoutHandler(stacks: readonly Stack[]): void {
  const margin = Math.floor(stacks.length / SIMILAR);
  for (let round = 0; round < 2; round++) {
    const seen = new Map<number, number>();
    for (const { addresses: [, second] } of stacks) if (second !== undefined)
      seen.set(second, (seen.get(second) ?? 0) + 1);
    const handler = [...seen].find(([, count]) => count >= stacks.length - margin)?.[0];
    if (handler === undefined) return;
    for (const { addresses } of stacks) if (addresses[1] === handler) addresses.splice(1, 1);
  }
}

function mapsOf(text: string): Mapped[] {
  return text.split('\n').slice(0, MAX_MAPS).flatMap((line) => {
    const [, start = '', end = '', rights = '', file = ''] = MAP_LINE.exec(line.trimEnd()) ?? [];
    return rights.includes('x') ? [{ start: parseInt(start, 16), end: parseInt(end, 16), file: file.trim() }] : [];
  });
}

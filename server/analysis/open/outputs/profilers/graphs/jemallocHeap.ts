/** Facts on a heap profile of jemalloc: sampled bytes, the largest stack, and what a cut text lacks. Pure. */
import { counted, formatBytes, formatRatio } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';

const ALL_THREADS = /^[ \t]*t\*: (\d{1,15}): (\d{1,18}) \[/m;
const MAX_STACKS = 50_000;
/** Share of the sampled bytes below which the stacks in the text are a part of them. */
const WHOLE = 0.98;
/** Estimated bytes by the sampled ones from which both are reported. */
const MUCH_MORE = 1.5;

interface Stack { addresses: string; objects: number; bytes: number }

/** Describes live objects by `t*` (all threads); a stack without addresses after `@` was not unwound. */
export function jemallocFacts(text: string): string | null {
  const [, objects, bytes] = ALL_THREADS.exec(text.split(/^@/m, 1)[0] ?? '') ?? [];
  if (objects === undefined) return null;
  const interval = Number(/^heap_v2\/(\d{1,15})/.exec(text.trimStart())?.[1] ?? 0);
  const stacks = text.split(/^@/m, MAX_STACKS).slice(1).map((part): Stack => {
    const [, own = '0', size = '0'] = ALL_THREADS.exec(part) ?? [];
    return { addresses: part.split('\n', 1)[0]?.trim() ?? '', objects: Number(own), bytes: Number(size) };
  });
  const isUnwound = stacks.length === 0 || stacks.some(({ addresses }) => addresses !== '');
  return joined([
    `It samples ${formatBytes(Number(bytes))} in ${Number(objects).toLocaleString('en-US')} live objects${
      intervalWords(interval, Number(bytes) / Number(objects))}.`,
    isUnwound ? stackFacts(stacks, { interval, bytes: Number(bytes) })
      : 'Its stacks have no frames: they could not be unwound, so no code can be named. Rebuild jemalloc with '
        + 'libunwind or frame pointers, and record it twice, some time apart, to see what grows.',
    !isUnwound || stacks.length === 0 || /^MAPPED_LIBRARIES:/m.test(text) ? null
      : 'Its stacks are addresses, and the section MAPPED_LIBRARIES, without which nothing can name them, is not in '
        + 'the text: take the whole file.',
  ]);
}

/** An object of several intervals is nearly always sampled. */
const SELDOM_MISSED = 3;

function intervalWords(interval: number, size: number): string {
  if (interval <= 1) return '';
  const each = `, about one sample for each ${formatBytes(interval)} allocated`;
  return size >= SELDOM_MISSED * interval ? `${each}: at ${formatBytes(size)} each on average, hardly any is missed`
    : `${each}: what is not sampled is not in that figure`;
}

function stackFacts(stacks: readonly Stack[], all: { interval: number; bytes: number }): string | null {
  const most = stacks.reduce<Stack | null>((max, one) => (max === null || one.bytes > max.bytes ? one : max), null);
  if (most === null || most.objects === 0 || stacks.length < 2) return null;
  const size = Math.round(most.bytes / most.objects);
  // An object is sampled with probability 1 - exp(-size / interval).
  const scale = all.interval <= 1 ? 1 : 1 / (1 - Math.exp(-size / all.interval));
  const share = stacks.reduce((sum, { bytes }) => sum + bytes, 0) / all.bytes;
  return `The largest of the ${counted(stacks.length, 'stack')} in the text has ${formatBytes(most.bytes)} in ${
    counted(most.objects, 'object')} of ${size.toLocaleString('en-US')} B on average${
    scale < MUCH_MORE ? '' : ` (about ${formatBytes(most.bytes * scale)} with those not sampled)`}.${
    share >= WHOLE ? ''
      : ` The stacks in the text have ${formatRatio(share)} of the sampled bytes: the others are cut off.`}`;
}

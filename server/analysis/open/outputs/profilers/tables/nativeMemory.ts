/** Summarizes the native memory tracking (NMT) of a JVM: what is backed by memory, and what is only addresses. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';

/** An amount, and its change since a baseline. */
const AMOUNTS = String.raw`reserved=(\d{1,15})KB(?: ([-+]\d{1,15})KB)?, committed=(\d{1,15})KB(?: ([-+]\d{1,15})KB)?`;
const TOTAL = new RegExp(`Total: ${AMOUNTS}`);
const AREA = new RegExp(String.raw`^-?[ \t]{1,60}([A-Z][\w ]{1,40}?) \(${AMOUNTS}`, 'gm');
const THREADS = /\(thread #(\d{1,9})/;
const MAX_AREAS = 60;
/** Share of the committed memory from which an area is named. */
const MIN_SHARE = 0.1;
/** Share of it that the areas of a whole summary have at least: its total is the sum of them. */
const WHOLE = 0.95;
const MANY_THREADS = 1000;
const MAX_GROWN = 3;

/** Bytes; `grown`: what is committed since the baseline. */
interface Area { name: string; reserved: number; committed: number; grown: number }

function areaOf(name: string, [reserved, , committed, grown]: readonly (string | undefined)[]): Area {
  const [ofAll = 0, own = 0, change = 0] = [reserved, committed, grown].map((kib) => Number(kib ?? 0) * 1024);
  return { name, reserved: ofAll, committed: own, grown: change };
}

/** Returns what of the memory is committed, and the areas with most of it; null without a total. */
export function nativeFacts(text: string): string | null {
  const found = TOTAL.exec(text);
  if (found === null) return null;
  const { reserved, committed, grown } = areaOf('', found.slice(1));
  const areas = [...text.matchAll(AREA)].slice(0, MAX_AREAS).map(([, name = '', ...amounts]) => areaOf(name, amounts))
    .sort((a, b) => b.committed - a.committed);
  const most = areas.filter((area, i) => i === 0 || area.committed >= MIN_SHARE * committed).slice(0, 2)
    .map(({ name, committed: own }) => `${formatBytes(own)} ${name}`);
  const heap = areas.find(({ name }) => name === 'Java Heap');
  const listed = areas.reduce((sum, area) => sum + area.committed, 0);
  const threads = Number(THREADS.exec(text)?.[1] ?? 0);
  return joined([
    found[4] === undefined ? null : grownFacts(grown, areas),
    `${formatBytes(committed)} are committed, that is backed by memory${
      most.length === 0 ? '' : `, most of it ${most.join(' and ')}`}.`,
    reserved <= committed ? null
      : `The ${formatBytes(reserved)} reserved are only address space, not memory in use.`,
    heap === undefined || heap.reserved <= heap.committed ? null
      : `The Java heap may still grow to the ${formatBytes(heap.reserved)} that it reserves (-Xmx).`,
    threads < MANY_THREADS ? null : `It has ${threads.toLocaleString('en-US')} threads, each with a stack: see in `
      + `jcmd PID `
      + 'Thread.print what they are.',
    areas.length === 0 || listed >= WHOLE * committed ? null
      : `The areas listed have ${formatBytes(listed)} of the ${formatBytes(committed)}: the text lacks the others.`,
  ]);
}

/** Says how much more is committed than at the baseline, and in which areas. */
function grownFacts(grown: number, areas: readonly Area[]): string {
  const more = areas.filter((area) => area.grown > 0).sort((a, b) => b.grown - a.grown).slice(0, MAX_GROWN)
    .map(({ name, grown: own }) => `${formatBytes(own)} in ${name}`);
  return `${formatBytes(Math.abs(grown))} ${grown < 0 ? 'less' : 'more'} are committed than at the baseline${
    grown <= 0 || more.length === 0 ? '' : `: ${more.join(', ')}`}.`;
}

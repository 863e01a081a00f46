/** Summarizes the native memory tracking (NMT) of a JVM: what is backed by memory, and what is only addresses. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { joined } from '../../../look/factTools.ts';

const TOTAL = /Total: reserved=(\d{1,15})KB, committed=(\d{1,15})KB/;
const AREA = /^-?[ \t]{1,60}([A-Z][\w ]{1,40}?) \(reserved=(\d{1,15})KB, committed=(\d{1,15})KB/gm;
const MAX_AREAS = 60;
/** Share of the committed memory from which an area is named. */
const MIN_SHARE = 0.1;
/** Share of it that the areas of a whole summary have at least: its total is the sum of them. */
const WHOLE = 0.95;

interface Area { name: string; reserved: number; committed: number }

/** Returns what of the memory is committed, and the areas with most of it; null without a total. */
export function nativeFacts(text: string): string | null {
  const [, allReserved, allCommitted] = TOTAL.exec(text) ?? [];
  if (allReserved === undefined || allCommitted === undefined) return null;
  const [reserved, committed] = [Number(allReserved) * 1024, Number(allCommitted) * 1024];
  const areas = [...text.matchAll(AREA)].slice(0, MAX_AREAS).map(([, name = '', ofAll, own]): Area => ({
    name, reserved: Number(ofAll) * 1024, committed: Number(own) * 1024,
  })).sort((a, b) => b.committed - a.committed);
  const most = areas.filter((area, i) => i === 0 || area.committed >= MIN_SHARE * committed).slice(0, 2)
    .map(({ name, committed: own }) => `${formatBytes(own)} ${name}`);
  const heap = areas.find(({ name }) => name === 'Java Heap');
  const listed = areas.reduce((sum, area) => sum + area.committed, 0);
  return joined([
    `${formatBytes(committed)} are committed, that is backed by memory${
      most.length === 0 ? '' : `, most of it ${most.join(' and ')}`}.`,
    reserved <= committed ? null
      : `The ${formatBytes(reserved)} reserved are only address space, not memory in use.`,
    heap === undefined || heap.reserved <= heap.committed ? null
      : `The Java heap may still grow to the ${formatBytes(heap.reserved)} that it reserves (-Xmx).`,
    areas.length === 0 || listed >= WHOLE * committed ? null
      : `The areas listed have ${formatBytes(listed)} of the ${formatBytes(committed)}: the text lacks the others.`,
  ]);
}

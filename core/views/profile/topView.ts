/** One profile as its page shows it: rows with shares, the finding, the facts of a frame. */
import type { Finding, ProfileInfo, TopTable } from '../../contract/contract.ts';
import type { FrameFact, Frame } from '../flame/flameGraphData.ts';
import { shortName } from '../flame/flameNames.ts';
import { formatProfileValue, formatRatio, formatSeconds } from '../../text/format.ts';

export interface TopViewRow {
  function: string;
  file: string;
  flat: number;
  cum: number;
  /** Of the total; null when the total is 0. */
  flatRatio: number | null;
  cumRatio: number | null;
  /** flatRatio of this row and of all before it, in the server's order. */
  sumRatio: number | null;
}

/** Part of a whole; null when there is no whole. */
export function shareOf(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}

/** Rows in the server's order, which is largest flat first. */
export function topRows(top: TopTable): TopViewRow[] {
  let sum = 0;
  return top.rows.map((row) => {
    sum += row.flat;
    return { ...row, flatRatio: shareOf(row.flat, top.total), cumRatio: shareOf(row.cum, top.total), sumRatio: shareOf(sum, top.total) };
  });
}

const NOUNS: Record<string, string> = {
  cpu: 'CPU', wall: 'wall time', alloc_space: 'allocated', inuse_space: 'in use', alloc_objects: 'objects allocated', inuse_objects: 'objects in use',
};

/**
 * The sentence a profile opens with: how much in all, who is largest by itself, and the garbage collector's part where it is a tenth or
 * more (`gcRatio`: its share in the roll-up by subsystem, null while not known). A profile without samples (of that type, or after the filters) says so.
 */
export function profileFinding(top: TopTable, info: Pick<ProfileInfo, 'durationSeconds'>, isFiltered: boolean, gcRatio: number | null): Finding {
  const [first] = top.rows;
  if (!first || (top.total === 0 && first.flat === 0)) {
    return {
      severity: 'unknown', time: null,
      sentence: isFiltered ? `No ${top.sampleType} sample passes the filters; clear one of them.` : `This profile has no ${top.sampleType} samples.`,
    };
  }
  const value = (amount: number): string => formatProfileValue(amount, top.unit);
  const noun = NOUNS[top.sampleType] ?? top.sampleType;
  const cores = top.sampleType === 'cpu' && top.unit === 'nanoseconds' && info.durationSeconds
    ? ` in ${formatSeconds(info.durationSeconds)} (${(top.total / 1e9 / info.durationSeconds).toFixed(2)} cores)` : '';
  const parts = [`${value(top.total)} ${noun}${cores}.`, `Largest by itself: ${shortName(first.function)}, ${value(first.flat)}${inShare(first.flat, top.total)}.`];
  if (gcRatio !== null && gcRatio >= 0.1) parts.push(`Garbage collection: ${formatRatio(gcRatio)}.`);
  return { severity: 'info', time: null, sentence: parts.join(' ') };
}

function inShare(part: number, total: number): string {
  const share = shareOf(part, total);
  return share === null ? '' : ` (${formatRatio(share)})`;
}

/** Lines of the hover card. */
export function singleFacts(frame: Frame, total: number, unit: string): FrameFact[] {
  if (frame.weight.mode !== 'single') return [];
  const { cum, flat } = frame.weight;
  return [
    { label: 'cum', value: `${formatProfileValue(cum, unit)}${inShare(cum, total)}` },
    { label: 'flat', value: `${formatProfileValue(flat, unit)}${inShare(flat, total)}` },
  ];
}

/** What a screen reader says of a frame. */
export function singleSpoken(frame: Frame, total: number, unit: string): string {
  return [frame.depth === 0 ? 'all' : shortName(frame.name), ...singleFacts(frame, total, unit).map((fact) => `${fact.label} ${fact.value}`)].join(', ');
}

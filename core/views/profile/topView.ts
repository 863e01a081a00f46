/** One profile as its page shows it: rows with shares, the finding, the facts of a frame. */
import type { TopTable } from '../../contract/contract.ts';
import type { FrameFact, Frame } from '../flame/flameGraphData.ts';
import { shortName } from '../flame/flameNames.ts';
import { formatProfileValue, formatRatio } from '../../text/format.ts';

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
    return {
      ...row, flatRatio: shareOf(row.flat, top.total), cumRatio: shareOf(row.cum, top.total),
      sumRatio: shareOf(sum, top.total),
    };
  });
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
  return [
    frame.depth === 0 ? 'all' : shortName(frame.name),
    ...singleFacts(frame, total, unit).map((fact) => `${fact.label} ${fact.value}`)
  ].join(', ');
}

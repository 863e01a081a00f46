/** One profile as its page shows it: rows with shares, the finding, the facts of a frame. */
import type { TopTable } from '../../contract/contract.ts';
import { cumOf } from '../flame/flameGraphData.ts';
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

/** What stands behind a frame's name: its share of the total; '' of no total. */
export function frameShare(frame: Frame, total: number): string {
  return total === 0 ? '' : formatRatio(cumOf(frame.weight, 'after') / total);
}

/** What a screen reader says of a frame, beginning with what its label shows. `rootName`: of a sandwich. */
export function singleSpoken(frame: Frame, total: number, unit: string, rootName?: string): string {
  const isAll = frame.depth === 0 && rootName === undefined;
  return [
    isAll ? `all ${formatProfileValue(total, unit)}`
      : `${shortName(frame.depth === 0 ? rootName ?? '' : frame.name)} ${frameShare(frame, total)}`.trimEnd(),
    ...singleFacts(frame, total, unit).map((fact) => `${fact.label} ${fact.value}`)
  ].join(', ');
}

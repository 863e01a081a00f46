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
  /** Shares of the total; null if the total is 0. */
  flatRatio: number | null;
  cumRatio: number | null;
  /** Sum of flatRatio of this row and all before it, in the server's order. */
  sumRatio: number | null;
}

/** Returns the share of the total; null if that is 0. */
export function shareOf(part: number, total: number): number | null {
  return total === 0 ? null : part / total;
}

/** Returns the rows in the server's order, which is largest flat first. */
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
/** Returns the lines of the hover card. */
export function singleFacts(frame: Frame, total: number, unit: string): FrameFact[] {
  if (frame.weight.mode !== 'single') return [];
  const { cum, flat } = frame.weight;
  return [
    { label: 'cum', value: `${formatProfileValue(cum, unit)}${inShare(cum, total)}` },
    { label: 'flat', value: `${formatProfileValue(flat, unit)}${inShare(flat, total)}` },
  ];
}

/** Returns the text after a frame's name: its share of the total; '' without a total. */
export function frameShare(frame: Frame, total: number): string {
  return total === 0 ? '' : formatRatio(cumOf(frame.weight, 'after') / total);
}

/** Returns the screen reader text of a frame, starting with its label. `rootName`: of a sandwich. */
export function singleSpoken(frame: Frame, total: number, unit: string, rootName?: string): string {
  const isAll = frame.depth === 0 && rootName === undefined;
  return [
    isAll ? `all ${formatProfileValue(total, unit)}`
      : `${shortName(frame.depth === 0 ? rootName ?? '' : frame.name)} ${frameShare(frame, total)}`.trimEnd(),
    ...singleFacts(frame, total, unit).map((fact) => `${fact.label} ${fact.value}`)
  ].join(', ');
}

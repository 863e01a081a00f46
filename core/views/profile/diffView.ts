/**
 * A diff as its page shows it: changes in words, significance, the facts of a frame, a function's callers and callees.
 */
import { totalsFinding } from './profileFinding.ts';
import type {
  Comparability, DiffFlameGraph, DiffTopRow, DiffTopTable, Normalize, ProfileInfo, Sides,
} from '../../contract/contract.ts';
import { changeText, formatDelta, fromTo } from '../../text/change.ts';
import { isNoise, relativeChange } from '../flame/flameColours.ts';
import type { ColourBy } from '../flame/flameColours.ts';
import type { FrameFact, Frame } from '../flame/flameGraphData.ts';
import { shortName } from '../flame/flameNames.ts';
import { nameWithin } from '../flame/frameLabel.ts';
import { formatNumber, formatValue } from '../../text/format.ts';

export interface Totals { before: number; after: number }

/** Returns the text after a frame's name: its change, for shares in percent; '' for none and for noise. */
export function frameChange(frame: Frame, { totals, unit }: { totals: Totals; unit: string }, by: ColourBy): string {
  if (frame.weight.mode !== 'diff') return '';
  if (isNoise(frame, by)) return '';
  const { before, after } = frame.weight;
  if (by === 'share' && totals.before !== 0 && totals.after !== 0)
    return changeText(before / totals.before, after / totals.after);
  if (before === after) return '';
  return before === 0 ? `new ${formatDelta(after, unit)}` : after === 0 ? 'gone' : formatDelta(after - before, unit);
}

/** Returns the server's significance of a change, with its q-value. Unknown is neither significant nor noise. */
export function sureWords(row: Pick<DiffTopRow, 'sure' | 'qValue'>): string {
  switch (row.sure) {
    case 'noise': return 'within noise';
    case 'different': return row.qValue === null ? 'different' : `different, ${chance('q', row.qValue)}`;
    // With a q-value it exceeds sampling error, but may be due to the moment of the snapshot.
    case 'unknown': return row.qValue === null ? '–' : 'beyond sampling';
  }
}

/** Returns why a change counts as noise: `within noise: 12 samples before, 15 after; q = 0.61`. */
function noiseWords(qValue: number | null, samples: { before: number; after: number } | undefined): string {
  const counted = samples === undefined ? null
    : `${formatValue(samples.before, 'count')} ${samples.before === 1 ? 'sample' : 'samples'} `
      + `before, ${formatValue(samples.after, 'count')} after`;
  const tested = qValue === null ? (samples === undefined ? null : 'too few to be tested') : chance('q', qValue);
  const reason = [counted, tested].filter((part) => part !== null).join('; ');
  return reason === '' ? 'within noise' : `within noise: ${reason}`;
}

/** Returns why a row is grey, by cum if flat is empty; '' if it is not grey. */
export function noiseReason(
  row: Pick<DiffTopRow, 'flat' | 'cum' | 'sure' | 'qValue' | 'samples' | 'cumSure' | 'cumQValue' | 'cumSamples'>
): string {
  if (row.sure !== 'noise' || row.cumSure === 'different') return '';
  const isFlatEmpty = row.flat.before === 0 && row.flat.after === 0;
  if (isFlatEmpty ? row.cum.delta === 0 : row.flat.delta === 0 && row.cum.delta === 0) return 'no change';
  return isFlatEmpty ? `cum ${noiseWords(row.cumQValue, row.cumSamples)}` : noiseWords(row.qValue, row.samples);
}

/** Returns a delta as a share of the base of percentages: the total of before, or all differences. */
export function deltaShare(delta: number, { totals, shareTotal }: Pick<DiffTopTable, 'totals' | 'shareTotal'>): string {
  const total = shareTotal ?? totals.before;
  return total === 0 ? '–'
    : `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${formatNumber(Math.abs(delta / total) * 100)} %`;
}

/** Returns the table as known before the functions are summed. */
export function earlyTable(
  { unit, sampleType, totals, groups }: DiffFlameGraph, comparability: Comparability
): DiffTopTable {
  return {
    unit, sampleType, totals, ...(groups === undefined ? {} : { groups }), rows: [], rowsLeftOut: 0,
    howSure: { method: 'none', tested: 0, different: 0, cumDifferent: 0, eitherDifferent: 0, sentence: '' },
    comparability,
    finding: totalsFinding({ totals, unit, sampleType }),
  };
}

type SureRow = Pick<DiffTopRow, 'sure' | 'qValue' | 'cumSure' | 'cumQValue'>;

/** Returns the text of the significance cell: of flat if significant, else of cum, and says so. */
export function rowSureWords(row: SureRow): string {
  const isByCum = row.sure === 'noise' && row.cumSure === 'different';
  return isByCum
    ? `by what it calls${row.cumQValue === null ? '' : `, ${chance('q', row.cumQValue)}`}` : sureWords(row);
}

/** Returns the order like `sureOrder`; rows significant only by cum are between those by flat and noise. */
export function rowSureOrder(row: SureRow): number | null {
  return row.sure === 'noise' && row.cumSure === 'different' ? 1 + (row.cumQValue ?? 0)
    : row.sure === 'noise' ? 2 + (row.qValue ?? 1) : sureOrder(row);
}

/** Returns `q < 0.001`, `q = 0.03`. */
function chance(letter: string, value: number): string {
  return value < 0.001 ? `${letter} < 0.001` : `${letter} = ${value.toFixed(value < 0.01 ? 3 : 2)}`;
}

/** Returns the sort order: most significant first, then noise, then unknown. */
export function sureOrder(row: Pick<DiffTopRow, 'sure' | 'qValue'>): number | null {
  return row.sure === 'unknown' ? null : row.sure === 'noise' ? 1 + (row.qValue ?? 1) : row.qValue ?? 0;
}

/** Returns the rows except those with both flat and cum within noise. Keeps rows that cannot be judged. */
export function beyondNoise(rows: readonly DiffTopRow[]): DiffTopRow[] {
  return rows.filter((row) => !(row.sure === 'noise' && row.cumSure !== 'different'));
}

/**
 * Returns the text below the finding: the sample type, how after was scaled, the significance. The finding has the
 * totals.
 */
export function findingContext(
  top: Pick<DiffTopTable, 'sampleType' | 'howSure' | 'groups'>, normalize: Normalize
): string {
  const groups = top.groups?.countAs === 'mean' ? ", mean of each side's profiles" : '';
  return `${top.sampleType}${groups}${normalizeWords(normalize)}. ${top.howSure.sentence}`.trimEnd();
}

/** Returns the lines of the hover card and the screen reader text: from -> to, change, share of both totals. */
export function diffFacts(frame: Frame, totals: Totals, unit: string): FrameFact[] {
  if (frame.weight.mode !== 'diff') return [];
  const { before, after, selfBefore, selfAfter, sure, qValue, samples } = frame.weight;
  const facts = [
    { label: 'cum', value: fromTo(before, after, unit) },
    { label: 'flat', value: fromTo(selfBefore, selfAfter, unit) },
  ];
  if (totals.before !== 0 && totals.after !== 0) {
    facts.push(
      { label: 'share of total', value: `${percent(before / totals.before)} → ${percent(after / totals.after)}` }
    );
  }
  if (sure !== undefined) facts.push(
    { label: 'change of cum', value: sure === 'noise' ? noiseWords(qValue ?? null, samples) : 'beyond noise' }
  );
  return facts;
}

function percent(ratio: number): string {
  return `${formatNumber(ratio * 100)} %`;
}

/** Returns how after was scaled, for use after the totals; '' if it was not. */
function normalizeWords(normalize: Normalize): string {
  switch (normalize) {
    case 'none': return '';
    case 'sum': return ", sum of each side's profiles";
    case 'total': return ', after scaled to the total of before';
    case 'duration': return ', per second of each profile';
    case 'samples-ingested': return ', per sample ingested meanwhile';
    default: return `, after scaled so that ${nameWithin(normalize.slice('function:'.length), 48)} is equal`;
  }
}

/** Returns the screen reader text of a frame, starting with its label. `rootName`: of a sandwich. */
export function diffSpoken(
  frame: Frame, graph: { totals: Totals; unit: string }, by: ColourBy, rootName?: string
): string {
  const { totals, unit } = graph;
  return [
    frame.depth === 0 && rootName === undefined ? `all ${fromTo(totals.before, totals.after, unit)}`
      : `${shortName(frame.depth === 0 ? rootName ?? '' : frame.name)} ${frameChange(frame, graph, by)}`.trimEnd(),
    ...diffFacts(frame, totals, unit).map((fact) => `${fact.label} ${fact.value.replace(' → ', ' to ')}`)
  ].join(', ');
}

/** Returns whether shares of the totals and values disagree: one rose while the other fell. */
export function shareDisagrees(sides: Sides, totals: Totals): boolean {
  const byShare = relativeChange(sides.before, sides.after, totals, 'share');
  return byShare !== null && Math.sign(byShare) * Math.sign(sides.delta) < 0;
}

/** Returns the sample types that every chosen profile has, in the order of the first. */
export function sharedTypes(
  profiles: readonly ProfileInfo[], before: readonly string[], after: readonly string[]
): { value: string; label: string }[] {
  const chosen = [...before, ...after].flatMap((id) => profiles.filter((info) => info.id === id));
  return (chosen[0]?.sampleTypes ?? [])
    .filter(({ type }) => chosen.every((info) => info.sampleTypes.some((other) => other.type === type)))
    .map(({ type, unit }) => ({ value: type, label: `${type} (${unit})` }));
}

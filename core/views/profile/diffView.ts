/**
 * A diff as its page shows it: changes in words, who is sure, the facts of a frame, a function's callers and callees.
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

/** What stands behind a frame's name: the amount of its change, of shares in percent; '' for none and for noise. */
export function frameChange(frame: Frame, { totals, unit }: { totals: Totals; unit: string }, by: ColourBy): string {
  if (frame.weight.mode !== 'diff') return '';
  if (isNoise(frame, by)) return '';
  const { before, after } = frame.weight;
  if (by === 'share' && totals.before !== 0 && totals.after !== 0)
    return changeText(before / totals.before, after / totals.after);
  if (before === after) return '';
  return before === 0 ? `new ${formatDelta(after, unit)}` : after === 0 ? 'gone' : formatDelta(after - before, unit);
}

/** The server's word on a change, with its q-value. Not known is neither sure nor noise. */
export function sureWords(row: Pick<DiffTopRow, 'sure' | 'qValue'>): string {
  switch (row.sure) {
    case 'noise': return 'within noise';
    case 'different': return row.qValue === null ? 'different' : `different, ${chance('q', row.qValue)}`;
    // With a q-value it is beyond sampling, and may yet be the moment of the snapshot.
    case 'unknown': return row.qValue === null ? '–' : 'beyond sampling';
  }
}

/** Why a change is taken for noise: `within noise: 12 samples before, 15 after; q = 0.61`. */
function noiseWords(qValue: number | null, samples: { before: number; after: number } | undefined): string {
  const counted = samples === undefined ? null
    : `${formatValue(samples.before, 'count')} ${samples.before === 1 ? 'sample' : 'samples'} `
      + `before, ${formatValue(samples.after, 'count')} after`;
  const tested = qValue === null ? (samples === undefined ? null : 'too few to be tested') : chance('q', qValue);
  const reason = [counted, tested].filter((part) => part !== null).join('; ');
  return reason === '' ? 'within noise' : `within noise: ${reason}`;
}

/** Why a row is grey; '' for one that is not. By cum where flat has nothing. */
export function noiseReason(
  row: Pick<DiffTopRow, 'flat' | 'cum' | 'sure' | 'qValue' | 'samples' | 'cumSure' | 'cumQValue' | 'cumSamples'>
): string {
  if (row.sure !== 'noise' || row.cumSure === 'different') return '';
  const isFlatEmpty = row.flat.before === 0 && row.flat.after === 0;
  if (isFlatEmpty ? row.cum.delta === 0 : row.flat.delta === 0 && row.cum.delta === 0) return 'no change';
  return isFlatEmpty ? `cum ${noiseWords(row.cumQValue, row.cumSamples)}` : noiseWords(row.qValue, row.samples);
}

/** A delta as a share of what percentages are of: the before side's total, or all that differs. */
export function deltaShare(delta: number, { totals, shareTotal }: Pick<DiffTopTable, 'totals' | 'shareTotal'>): string {
  const total = shareTotal ?? totals.before;
  return total === 0 ? '–'
    : `${delta > 0 ? '+' : delta < 0 ? '−' : ''}${formatNumber(Math.abs(delta / total) * 100)} %`;
}

/** What is known before the functions are added up. */
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

/** The "sure?" cell: of flat where that is told to differ, else of cum, saying so. */
export function rowSureWords(row: SureRow): string {
  const isByCum = row.sure === 'noise' && row.cumSure === 'different';
  return isByCum
    ? `by what it calls${row.cumQValue === null ? '' : `, ${chance('q', row.cumQValue)}`}` : sureWords(row);
}

/** As `sureOrder`, rows that differ by cum alone between those that do by flat and noise. */
export function rowSureOrder(row: SureRow): number | null {
  return row.sure === 'noise' && row.cumSure === 'different' ? 1 + (row.cumQValue ?? 0)
    : row.sure === 'noise' ? 2 + (row.qValue ?? 1) : sureOrder(row);
}

/** `q < 0.001`, `q = 0.03`. */
function chance(letter: string, value: number): string {
  return value < 0.001 ? `${letter} < 0.001` : `${letter} = ${value.toFixed(value < 0.01 ? 3 : 2)}`;
}

/** Most surely different first; then noise, then what cannot be said. */
export function sureOrder(row: Pick<DiffTopRow, 'sure' | 'qValue'>): number | null {
  return row.sure === 'unknown' ? null : row.sure === 'noise' ? 1 + (row.qValue ?? 1) : row.qValue ?? 0;
}

/** Rows worth reading: without those of which neither flat nor cum is beyond noise. What cannot be estimated stays. */
export function beyondNoise(rows: readonly DiffTopRow[]): DiffTopRow[] {
  return rows.filter((row) => !(row.sure === 'noise' && row.cumSure !== 'different'));
}

/**
 * What stands under the finding: the sample type, how after was scaled, how sure the finding is. The finding has the
 * totals.
 */
export function findingContext(
  top: Pick<DiffTopTable, 'sampleType' | 'howSure' | 'groups'>, normalize: Normalize
): string {
  const groups = top.groups?.countAs === 'mean' ? ", mean of each side's profiles" : '';
  return `${top.sampleType}${groups}${normalizeWords(normalize)}. ${top.howSure.sentence}`.trimEnd();
}

/** Lines of the hover card and of what a screen reader says: from -> to, change, share of both totals. */
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

/** How after was scaled, to stand behind the totals; '' when it was not. */
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

/** What a screen reader says of a frame, beginning with what its label shows. `rootName`: of a sandwich. */
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

/** True when shares of the totals tell another story than the values: one rose while the other fell. */
export function shareDisagrees(sides: Sides, totals: Totals): boolean {
  const byShare = relativeChange(sides.before, sides.after, totals, 'share');
  return byShare !== null && Math.sign(byShare) * Math.sign(sides.delta) < 0;
}

/** Sample types that every chosen profile has, in the order of the first. */
export function sharedTypes(
  profiles: readonly ProfileInfo[], before: readonly string[], after: readonly string[]
): { value: string; label: string }[] {
  const chosen = [...before, ...after].flatMap((id) => profiles.filter((info) => info.id === id));
  return (chosen[0]?.sampleTypes ?? [])
    .filter(({ type }) => chosen.every((info) => info.sampleTypes.some((other) => other.type === type)))
    .map(({ type, unit }) => ({ value: type, label: `${type} (${unit})` }));
}

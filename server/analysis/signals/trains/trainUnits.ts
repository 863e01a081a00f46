/** Joins sources that their times cannot distinguish into units. Pure. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { centred, momentsOf, pulseColumn, type CurveSample } from './trainColumns.ts';
import type { Pulse, TrainSource } from './trainSources.ts';

/** Minimum correlation for joining columns; `ALIKE_UNCLEAR` for sources that are not clear alone. */
const ALIKE = 0.8;
const ALIKE_UNCLEAR = 0.5;
/** A source with less than this share of the longest at its phase cannot cause most of their common cost. */
const LESSER_SHARE = 0.2;

export interface TrainUnit {
  sources: TrainSource[];
  /** Pulses; of several sources, one of each merged, with mass by duration. */
  pulses: Pulse[];
  column: Float64Array;
  isSpread: boolean;
}

/**
 * Joins sources with similar columns, also via a third one. Of sources that are `unclear` alone, less similar pairs are
 * joined too, most similar first; larger groups would cover most of a period.
 */
export function joinAlike(
  samples: readonly CurveSample[], sources: readonly TrainSource[], columnOf: ReadonlyMap<TrainSource, Float64Array>,
  unclear: ReadonlySet<TrainSource> = new Set(),
): TrainUnit[] {
  const columns = sources.map((source) => columnOf.get(source) ?? new Float64Array(samples.length));
  const width = columns.length;
  const products = width === 0 ? new Float64Array() : centred(momentsOf(samples, columns, 0, samples.length));
  const product = (a: number, b: number): number => numberAt(products, a * width + b);
  const unitOf = sources.map((_, at) => at);
  const join = (a: number, b: number): void => {
    const [from, to] = [elementAt(unitOf, a), elementAt(unitOf, b)];
    unitOf.forEach((unit, at) => { if (unit === from) unitOf[at] = to; });
  };
  const pairs: { a: number; b: number; alike: number }[] = [];
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) {
    if (elementAt(sources, a).periodMs !== elementAt(sources, b).periodMs) continue;
    const alike = product(a, b) / Math.sqrt(product(a, a) * product(b, b));
    if (alike >= ALIKE) join(a, b);
    else if (alike >= ALIKE_UNCLEAR && unclear.has(elementAt(sources, a)) && unclear.has(elementAt(sources, b)))
      pairs.push({ a, b, alike });
  }
  const isAlone = (at: number): boolean => unitOf.filter((unit) => unit === unitOf[at]).length === 1;
  for (const { a, b } of pairs.toSorted((one, other) => other.alike - one.alike))
    if (isAlone(a) && isAlone(b)) join(a, b);
  return [...new Set(unitOf)].map((unit): TrainUnit => {
    const members = sources.filter((_, at) => unitOf[at] === unit);
    const [only] = members;
    if (members.length !== 1 || only === undefined) return joined(samples, members);
    const column = columnOf.get(only) ?? new Float64Array(samples.length);
    return { sources: members, pulses: only.pulses, column, isSpread: only.isSpread };
  });
}

function joined(samples: readonly CurveSample[], members: readonly TrainSource[]): TrainUnit {
  const work = (source: TrainSource): number => source.widthMs * source.targets;
  const most = members.reduce((largest, source) => Math.max(largest, work(source)), 0);
  const sources = members.filter((source) => work(source) >= LESSER_SHARE * most);
  const [first] = sources;
  const total = sources.reduce((sum, { widthMs }) => sum + widthMs, 0);
  const pulses = sources.flatMap((source) => source.pulses.map((pulse): Pulse => (
    { ...pulse, mass: pulse.mass * (total > 0 ? source.widthMs / total : 1 / sources.length) }
  ))).toSorted((a, b) => a.startMs - b.startMs);
  const isSpread = sources.some((source) => source.isSpread);
  const whole = isSpread || first === undefined ? pulses : byPeriod(pulses, first.periodMs);
  return { sources, pulses: whole, column: pulseColumn(samples, pulses), isSpread };
}

/** Merges the pulses of one period, from the first start to the last end. */
function byPeriod(pulses: readonly Pulse[], periodMs: number): Pulse[] {
  const whole: Pulse[] = [];
  for (const { startMs, endMs, mass } of pulses) {
    const last = whole.at(-1);
    if (last !== undefined && startMs - last.startMs < periodMs / 2) {
      last.endMs = Math.max(last.endMs, endMs);
      last.mass += mass;
    } else whole.push({ startMs, endMs, mass });
  }
  return whole;
}

/** Groups trains into what a user configures (a rule group, a job), with their pulses and possible cost. */
import { elementAt } from '../../../../core/elementAt.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { pulsesOf, type PulseTrain } from './pulseTrain.ts';

/** Targets of a job with phases this close are scraped simultaneously. */
const AT_ONCE_MS = 50;
/**
 * Maximum cores of a pulse: a group's rules are evaluated sequentially, or by up to four workers; a scrape is parsed by
 * one.
 */
const MAX_PULSE_CORES = 4;
/** A source is spread if more than this share of its pulses are closer than the period of one target. */
const SPREAD_SHARE = 0.05;

export interface Pulse {
  startMs: number;
  endMs: number;
  /** Cost in evaluations or scrapes: 1, or the number of simultaneous scrapes, weighted by duration. */
  mass: number;
}

/** Jobs with more separate phases have too many pulses. */
const MAX_TURNS = 20;

/** Properties of a source known before its pulses are listed. */
export type Measurable = Pick<TrainSource, 'widthMs' | 'targets'>;

export interface TrainSource extends Pick<PulseTrain, 'kind' | 'name' | 'file' | 'periodMs'> {
  /** Median width of its trains. */
  widthMs: number;
  phaseErrorMs: number;
  /** Number of targets of a job; 1 for a rule group. */
  targets: number;
  /** Pulses, ascending by start. */
  pulses: Pulse[];
  /** Whether one period contains several pulses. */
  isSpread: boolean;
}

/** `measuredFromMs`: start of the pulses of sources that are spread over many phases. */
export interface SourceTime { fromMs: number; measuredFromMs: number; toMs: number }

/** Returns the sources that have a pulse within the time, in the order of their first train. */
export function trainSources(
  trains: readonly PulseTrain[], time: SourceTime, isSeen: (source: Measurable) => boolean
): TrainSource[] {
  const byKey = new Map<string, PulseTrain[]>();
  for (const train of trains) {
    if (!(train.periodMs > 0)) continue;
    const key = JSON.stringify([train.kind, train.name, train.file, train.periodMs]);
    const own = byKey.get(key);
    if (own === undefined) byKey.set(key, [train]); else own.push(train);
  }
  return [...byKey.values()].map((own) => sourceOf(own, time, isSeen)).filter(({ pulses }) => pulses.length > 0);
}

function sourceOf(
  own: readonly PulseTrain[], { fromMs, measuredFromMs, toMs }: SourceTime, isSeen: (source: Measurable) => boolean
): TrainSource {
  const { kind, name, file, periodMs } = elementAt(own, 0);
  const widths = own.map(({ widthMs }) => widthMs).filter((width) => width > 0);
  const meanWidth = widths.length === 0 ? 0 : widths.reduce((sum, width) => sum + width, 0) / widths.length;
  const targets = new Set(own.map(({ instance }) => instance)).size;
  const medianMs = median(widths) ?? 0;
  const turns = atOnce(own);
  const firstMs = !isSeen({ widthMs: medianMs, targets }) ? toMs - 2 * periodMs
    : turns.length > MAX_TURNS ? measuredFromMs : fromMs;
  const pulses = turns.flatMap(({ train, count }) => {
    const widthMs = train.widthMs > 0 ? train.widthMs : 0;
    const mass = count * (meanWidth > 0 && widthMs > 0 ? widthMs / meanWidth : 1);
    // A pulse that began before may still run.
    return pulsesOf(train, firstMs - widthMs, toMs).map((pulse): Pulse => (
      { startMs: pulse.startMs, endMs: pulse.startMs + Math.max(1, pulse.widthMs || 0), mass }
    ));
  }).toSorted((a, b) => a.startMs - b.startMs);
  const close = pulses.filter(({ startMs }, k) => startMs - (pulses[k - 1]?.startMs ?? -Infinity) < periodMs / 2);
  return {
    kind, name, file, periodMs, widthMs: medianMs, targets, pulses,
    isSpread: close.length > SPREAD_SHARE * pulses.length,
    phaseErrorMs: own.reduce((most, { phaseErrorMs }) => Math.max(most, phaseErrorMs), 0),
  };
}

/** Merges simultaneous targets into one train, so that thousands of targets become at most a few hundred trains. */
function atOnce(own: readonly PulseTrain[]): { train: PulseTrain; count: number }[] {
  const merged = new Map<string, { train: PulseTrain; count: number }>();
  for (const train of own) {
    const phaseMs = ((train.phaseMs % train.periodMs) + train.periodMs) % train.periodMs;
    const key = JSON.stringify([Math.floor(phaseMs / AT_ONCE_MS), train.sinceMs, train.untilMs]);
    const one = merged.get(key);
    if (one === undefined) merged.set(key, { train, count: 1 });
    else {
      const total = one.train.widthMs * one.count + train.widthMs;
      one.count++;
      one.train = { ...one.train, widthMs: total / one.count };
    }
  }
  return [...merged.values()];
}

/**
 * Returns the maximum cost of one evaluation or scrape: its cores times its duration. Infinite if the duration is
 * unknown, or if the cost is not CPU.
 */
export function mostPerPulse({ widthMs }: Measurable, cores: number | null): number {
  return widthMs > 0 && cores !== Infinity ? Math.min(cores ?? MAX_PULSE_CORES, MAX_PULSE_CORES) * widthMs / 1000
    : Infinity;
}

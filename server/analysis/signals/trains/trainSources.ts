/** Trains by what a person changes: a rule group, a job. The pulses of each within a time, and what each could cost. */
import { elementAt } from '../../../../core/elementAt.ts';
import { median } from '../../../../core/statistics/quantiles.ts';
import { pulsesOf, type PulseTrain } from './pulseTrain.ts';

/** Targets of a job whose phases are this close are scraped at once. */
const AT_ONCE_MS = 50;
/** Rules of a group are evaluated one after the other, or by four workers at most; a scrape is parsed by one. */
const MAX_PULSE_CORES = 4;
/** Pulses of one target are a period apart; where more than this share are closer, several take turns. */
const SPREAD_SHARE = 0.05;

export interface Pulse {
  startMs: number;
  endMs: number;
  /** Of what one evaluation or scrape costs: 1, or as many scrapes as begin at once, the longer ones for more. */
  mass: number;
}

/** Jobs of more targets that take turns have very many pulses. */
const MAX_TURNS = 20;

/** What is known of a source before its pulses are listed. */
export type Measurable = Pick<TrainSource, 'widthMs' | 'targets'>;

export interface TrainSource extends Pick<PulseTrain, 'kind' | 'name' | 'file' | 'periodMs'> {
  /** Median of its trains. */
  widthMs: number;
  phaseErrorMs: number;
  /** Targets of a job; 1 of a rule group. */
  targets: number;
  /** Ascending by start. */
  pulses: Pulse[];
  /** Whether several pulses fall on one period. */
  isSpread: boolean;
}

/** `measuredFromMs`: pulses of what is not seen, or takes many turns, are not listed before. */
export interface SourceTime { fromMs: number; measuredFromMs: number; toMs: number }

/** The sources that have a pulse within the time, in the order of their first train. */
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
    // One that began before may still work.
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

/** Targets that are scraped at once as one train, so that thousands of them are no more than a few hundred trains. */
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
 * What one evaluation or scrape can cost at most: the cores that it can keep busy, for as long as it lasts. Infinite
 * where its length is not known, or what it costs is not CPU.
 */
export function mostPerPulse({ widthMs }: Measurable, cores: number | null): number {
  return widthMs > 0 && cores !== Infinity ? Math.min(cores ?? MAX_PULSE_CORES, MAX_PULSE_CORES) * widthMs / 1000
    : Infinity;
}

/**
 * CPU by subsystem over time: the process's counter in the seconds of each CPU profile, split by what the profile
 * sampled. Seconds without a profile have no parts. Pure.
 *
 * ```
 *   counter    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 *   profiles      |--a--|           |--b--|
 *   steps      [         |         |         |      ]
 *   parts       counter's CPU in the seconds of a x shares of a, by layer
 * ```
 */
import { CPU_LAYERS, layerShares, type CpuSplit, type ProfileCpu } from '../../../../core/cpuLayers.ts';
import type { CpuSplitStep } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { niceStep } from '../../signals/counterSteps.ts';
import { findGcCycles } from '../../signals/gc/gcCycles.ts';
import {
  findRestarts, findScrapeGaps, nothingKnown, spansInSeconds,
} from '../../signals/windowFrame.ts';
import { CpuMeter } from './cpuMeter.ts';
import { splitFinding } from './splitFinding.ts';

/** Default number of steps (approximate), and maximum. */
const STEPS = 120;
const MAX_STEPS = 2000;
/** Minimum share of a profile or a step that the counter must cover to say anything about it. */
const COVERED = 0.9;
const MAX_WHOLE = 0.7;

interface Piece { fromMs: number; toMs: number; shares: number[] }

/** Splits the CPU of a window; `profiles` are those that touch it. */
export function cpuSplit(window: RoleWindow, profiles: readonly ProfileCpu[], stepMs: number | null): CpuSplit {
  const { startMs, endMs } = window;
  const meter = new CpuMeter(window);
  const offsetMs = findGcCycles(window).clock?.offsetMs ?? 0;
  const taken = profiles.map((profile) => {
    const fromMs = profile.start * 1000 - (profile.onOurClock === true ? 0 : offsetMs);
    return { profile, fromMs, toMs: fromMs + profile.durationSeconds * 1000, shares: layerShares(profile) };
  }).sort((a, b) => a.fromMs - b.fromMs);
  const pieces = piecesOf(taken, meter, { startMs, endMs });
  const width = Math.max(stepMs ?? niceStep((endMs - startMs) / STEPS), Math.ceil((endMs - startMs) / MAX_STEPS), 1);
  const steps: CpuSplitStep[] = [];
  for (let fromMs = Math.floor(startMs / width) * width; fromMs < endMs; fromMs += width)
    steps.push(stepOf(meter, pieces, { startMs: Math.max(fromMs, startMs), endMs: Math.min(fromMs + width, endMs) }));
  const coveredMs = pieces.reduce((sum, piece) => sum + piece.toMs - piece.fromMs, 0);
  const counted = pieces.reduce((sum, { fromMs, toMs }) => sum + meter.between(fromMs, toMs).coreSeconds, 0);
  const parts = steps.reduce((sum, step) => sum + step.coveredSeconds * totalOf(step.parts), 0);
  const means = CPU_LAYERS.map((_, layer) => (coveredMs === 0 ? null : 1000 / coveredMs * steps.reduce(
    (sum, step) => sum + (step.parts[layer] ?? 0) * step.coveredSeconds, 0
  )));
  const subsystems = CPU_LAYERS.map(({ id, label }, layer) => ({ id, label, cores: means[layer] ?? null }));
  const coverageRatio = coveredMs / (endMs - startMs);
  const gcSeconds = pieces.reduce(
    (sum, { fromMs, toMs, shares }) => sum + meter.between(fromMs, toMs).coreSeconds * (shares[0] ?? 0), 0
  );
  return {
    range: { start: startMs / 1000, end: endMs / 1000, step: width / 1000, scrapes: window.scrapes.length },
    finding: nothingKnown(window.scrapes) ?? splitFinding({ subsystems, coverageRatio, profiles: taken.length }),
    restarts: findRestarts(window).map(({ timeMs }) => ({ time: timeMs / 1000 })),
    gapSpans: spansInSeconds(findScrapeGaps(window.scrapes, null)),
    subsystems, steps, profiles: taken.length, coverageRatio, sumRatio: counted > 0 ? parts / counted : null,
    sampledRatio: sampledRatio(taken, meter),
    gc: coveredMs === 0 ? null : {
      cores: gcSeconds / (coveredMs / 1000), samples: taken.reduce((sum, one) => sum + one.profile.gc.gcSamples, 0),
    },
  };
}

/** Returns the seconds of the window that both a profile and the counter cover, each once. */
function piecesOf(
  taken: readonly { fromMs: number; toMs: number; shares: number[] | null }[], meter: CpuMeter,
  { startMs, endMs }: { startMs: number; endMs: number }
): Piece[] {
  const pieces: Piece[] = [];
  let untilMs = startMs;
  for (const { fromMs, toMs, shares } of taken) {
    const piece = { fromMs: Math.max(fromMs, untilMs), toMs: Math.min(toMs, endMs), shares: shares ?? [] };
    if (shares === null || piece.toMs <= piece.fromMs) continue;
    if (meter.between(piece.fromMs, piece.toMs).coveredMs < COVERED * (piece.toMs - piece.fromMs)) continue;
    pieces.push(piece);
    untilMs = piece.toMs;
  }
  return pieces;
}

function stepOf(
  meter: CpuMeter, pieces: readonly Piece[], { startMs, endMs }: { startMs: number; endMs: number }
): CpuSplitStep {
  const whole = meter.between(startMs, endMs);
  const parts = CPU_LAYERS.map(() => 0);
  let coveredMs = 0;
  for (const piece of pieces) {
    const [fromMs, toMs] = [Math.max(piece.fromMs, startMs), Math.min(piece.toMs, endMs)];
    if (toMs <= fromMs) continue;
    coveredMs += toMs - fromMs;
    const { coreSeconds } = meter.between(fromMs, toMs);
    piece.shares.forEach((share, layer) => { parts[layer] = (parts[layer] ?? 0) + share * coreSeconds; });
  }
  return {
    start: startMs / 1000, end: endMs / 1000,
    cores: whole.coveredMs >= COVERED * (endMs - startMs) ? 1000 * whole.coreSeconds / whole.coveredMs : null,
    parts: parts.map((value) => (coveredMs > 0 ? 1000 * value / coveredMs : null)), covered: coveredMs > 0,
    coveredSeconds: coveredMs / 1000,
  };
}

/**
 * Returns the sampled share of CPU over the profiles that the counter covers from end to end. The process encodes a
 * profile after its end: that CPU is in the scrape interval of the end, and in no sample. So if whole intervals make up
 * most of a profile, their rate is used.
 */
function sampledRatio(
  taken: readonly { profile: ProfileCpu; fromMs: number; toMs: number }[], meter: CpuMeter
): number | null {
  let sampled = 0;
  let counted = 0;
  for (const { profile, fromMs, toMs } of taken) {
    const { coreSeconds, coveredMs } = meter.between(fromMs, toMs);
    if (coveredMs < COVERED * (toMs - fromMs)) continue;
    const inner = meter.within(fromMs, toMs);
    sampled += profile.gc.cpuSeconds;
    counted += inner.coveredMs >= MAX_WHOLE * (toMs - fromMs)
      ? inner.coreSeconds * (toMs - fromMs) / inner.coveredMs : coreSeconds;
  }
  return counted > 0 ? sampled / counted : null;
}

function totalOf(parts: readonly (number | null)[]): number {
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

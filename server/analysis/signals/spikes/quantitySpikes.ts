/** Finds spikes of scrape duration, resident memory and disk I/O with their causes. See docs/reference/spikes.md. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { QuantitySpikes } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { GcCycles } from '../gc/gcCycles.ts';
import { hostSuspects } from '../host/hostSuspects.ts';
import { findRestarts, freshScrapes, medianStepMs, type SpanMs } from '../windowFrame.ts';
import { attributeSpikes, noSpikes } from './attributeSpikes.ts';
import { markBusy, secondsOf } from './busySamples.ts';
import { diskReadings, longestMs, LONGEST_STEPS, scrapeReadings, type Reading } from './diskReadings.ts';
import { findSpikes } from './findSpikes.ts';
import { spikeEvents } from './spikeEvents.ts';
import { DISK_IO, RESIDENT_MEMORY, SCRAPE_DURATION, type SpikeKind } from './spikeKinds.ts';

/** Result if scrape durations are unknown. */
export const NO_SCRAPE_SPIKES: QuantitySpikes = noSpikes(SCRAPE_DURATION, 0);

export interface QuantityInput {
  window: RoleWindow;
  compactions: readonly SpanMs[];
  gc: GcCycles;
}

/** Finds slow scrapes: each is a sample over its own duration; its delay above usual is its part of the area. */
export function scrapeSpikes(input: QuantityInput): QuantitySpikes {
  const { scrapes } = input.window;
  const stepMs = medianStepMs(scrapes) ?? 0;
  const readings = scrapeReadings(scrapes);
  // Consecutive slow scrapes are one spike, however far apart scrapes are.
  const joinMs = Math.max(SCRAPE_DURATION.rules.joinMs, LONGEST_STEPS * stepMs);
  const kind = { ...SCRAPE_DURATION, rules: { ...SCRAPE_DURATION.rules, joinMs } };
  const shortages = hostSuspects(input.window).flatMap(({ spans }) => spans);
  return spikesOf(kind, readings, { ...input, stepMs, shortages, measuredSeconds: readings.length * stepMs / 1000 });
}

/** Finds spikes of resident memory. Each reading covers the time since the previous one; a new process starts over. */
export function memorySpikes(input: QuantityInput): QuantitySpikes {
  const { scrapes } = input.window;
  const fresh = freshScrapes(scrapes);
  const stepMs = medianStepMs(scrapes, fresh) ?? 0;
  const values = input.window.role('residentBytes')?.values;
  const restarted = new Set(findRestarts(input.window).map(({ row }) => row));
  const readings: Reading[] = [];
  fresh.forEach((row, k) => {
    const value = values?.[row] ?? NaN;
    if (k === 0 || Number.isNaN(value) || restarted.has(row)) return;
    const [startMs, endMs] = [numberAt(scrapes.startMs, numberAt(fresh, k - 1)), numberAt(scrapes.startMs, row)];
    if (endMs - startMs <= longestMs(scrapes, row, stepMs))
      readings.push({ startMs, endMs, value, weight: (endMs - startMs) / 1000 });
  });
  return spikesOf(RESIDENT_MEMORY, readings, { ...input, stepMs, shortages: [], measuredSeconds: secondsOf(readings) });
}

/** Finds spikes of disk I/O; null if neither the process's nor the host's I/O is known. */
export function diskSpikes(input: QuantityInput, disk = diskReadings(input.window)): QuantitySpikes | null {
  if (disk === null) return null;
  const { readings } = disk;
  const stepMs = medianStepMs(input.window.scrapes) ?? 0;
  return spikesOf(DISK_IO, readings, { ...input, stepMs, shortages: [], measuredSeconds: secondsOf(readings) });
}

interface FoundInput extends QuantityInput { stepMs: number; shortages: readonly SpanMs[]; measuredSeconds: number }

function spikesOf(kind: SpikeKind, readings: readonly Reading[], input: FoundInput): QuantitySpikes {
  const events = spikeEvents(input.window, input.compactions, input.stepMs)
    .filter(({ cause }) => kind.causes.includes(cause));
  const samples = markBusy(readings, events);
  const { spikes, ...rest } = findSpikes(samples, { ...kind.rules, limit: null });
  // A rise that outlasts its cause may be a new level: it is a spike only once it has come down.
  const found = { ...rest, spikes: kind.isKept ? spikes.filter(({ isOver }) => isOver) : spikes };
  return attributeSpikes(found, { ...input, kind, samples, events, lock: null, profiles: [] });
}

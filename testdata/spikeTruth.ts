/** CPU spikes of recordings as listed by hand, and how well an attribution agrees with such a list; for tests. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GcProfile, LoggedQuery, Spike, SpikeAttribution, SpikeCause } from '../core/contract/contract.ts';
import { findCompactions } from '../server/analysis/signals/compaction/compactionIntervals.ts';
import { counterSteps, pointGrid } from '../server/analysis/signals/counterSteps.ts';
import { findCpuCeiling } from '../server/analysis/signals/cpuCeiling.ts';
import { finestPart } from '../server/analysis/signals/finestPart.ts';
import { findGcCycles } from '../server/analysis/signals/gc/gcCycles.ts';
import { cpuSpikes, type CpuSpikesFound } from '../server/analysis/signals/spikes/cpuSpikes.ts';
import type { PulseTrain } from '../server/analysis/signals/trains/pulseTrain.ts';
import { findRestarts, freshScrapes, type SpanMs } from '../server/analysis/signals/windowFrame.ts';
import { roleWindow } from '../server/data/metrics/roles.ts';
import type { RoleSeries, RoleWindow } from '../server/data/metrics/roleNames.ts';
import { loadRecording } from './loadRecording.ts';

/** One list a file in `spikes/`; how each was made is in it. */
export const SPIKE_LISTS = ['load', 'cpu-limit', 'victoriametrics', 'quiet-hour', 'storm', 'freeze'] as const;
/** Lab runs that no rule was made on: their lists were fixed before the detector saw them. */
export const HELD_OUT_LISTS = ['held-out-1', 'held-out-2'] as const;
export type SpikeListName = (typeof SPIKE_LISTS | typeof HELD_OUT_LISTS)[number];

export interface ListedSpike { start: number; end: number; cause: SpikeCause }
export interface SpikeList { recording: string; how: string; quietCores: number; spikes: ListedSpike[] }

export interface SpikeScore {
  listed: number;
  found: number;
  /** Found ones that overlap a listed one, and the other way round. */
  right: number;
  recalled: number;
  /** Listed ones found with their cause. */
  causesRight: number;
  /** What does not agree, in words. */
  wrong: string[];
}

export function readSpikeList(name: SpikeListName): SpikeList {
  const file = new URL(`spikes/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as SpikeList;
}

/** The recording that a list is of, or a part of it. */
export function listedWindow({ recording }: SpikeList, part: { startMs?: number; endMs?: number } = {}): RoleWindow {
  const shipped = fileURLToPath(new URL(`../public/demo/${recording}.ndjson.gz`, import.meta.url));
  const own = fileURLToPath(new URL(`recordings/${recording}.ndjson.gz`, import.meta.url));
  const [kind, version] = recording.startsWith('vm-') ? ['victoriametrics', '1.79.5'] as const
    : ['prometheus', '2.42.0'] as const;
  return roleWindow(loadRecording(existsSync(own) ? own : shipped, part), kind, version);
}

/** As the GC & CPU panel finds them. */
export function attributionOf(
  window: RoleWindow, profiles: readonly GcProfile[] = [], compactions: readonly SpanMs[] = findCompactions(window),
  named: { queries?: readonly LoggedQuery[]; trains?: readonly PulseTrain[]; maxProcs?: number } = {},
): SpikeAttribution {
  return cpuSpikesOf(window, profiles, compactions, named).spikes;
}

/** With the cycles outside of other work. */
export function cpuSpikesOf(
  window: RoleWindow, profiles: readonly GcProfile[], compactions: readonly SpanMs[],
  named: { queries?: readonly LoggedQuery[]; trains?: readonly PulseTrain[] },
): CpuSpikesFound {
  const { scrapes } = window;
  const { stepMs } = finestPart(scrapes, pointGrid(scrapes, null));
  const restartRows = new Set(findRestarts(window).map(({ row }) => row));
  const cpu = counterSteps(scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), restartRows);
  const gc = findGcCycles(window);
  const ceiling = findCpuCeiling(window, null);
  return cpuSpikes({ window, cpu, compactions, gc, ceiling, profiles, stepMs, ...named });
}

/** What was recorded by a moment: the first `length` scrapes. */
export function prefixOf(window: RoleWindow, length: number): RoleWindow {
  const { scrapes } = window;
  const cut = (series: RoleSeries): RoleSeries => (
    { ...series, values: series.values.subarray(0, length), present: series.present.subarray(0, length) }
  );
  return {
    ...window, endMs: scrapes.startMs[length] ?? window.endMs,
    scrapes: {
      length, startMs: scrapes.startMs.subarray(0, length),
      durationSeconds: scrapes.durationSeconds.subarray(0, length), status: scrapes.status.subarray(0, length),
      bytes: scrapes.bytes.subarray(0, length), error: scrapes.error.slice(0, length),
      repeated: scrapes.repeated.subarray(0, length),
    },
    role: (role) => {
      const series = window.role(role);
      return series === undefined ? undefined : cut(series);
    },
  };
}

/** Half of the shorter one of two spikes lies in the other. */
function agree(a: Pick<Spike, 'start' | 'end'>, b: Pick<Spike, 'start' | 'end'>): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared >= Math.min(a.end - a.start, b.end - b.start) / 2;
}

export function scoreSpikes({ spikes: listed }: SpikeList, { spikes: found }: SpikeAttribution): SpikeScore {
  const score: SpikeScore = {
    listed: listed.length, found: found.length, right: 0, recalled: 0, causesRight: 0, wrong: [],
  };
  for (const spike of found) {
    if (listed.some((one) => agree(one, spike))) score.right++;
    else score.wrong.push(`not listed: ${words(spike)}`);
  }
  for (const one of listed) {
    // A long spike comes in parts; the list has the cause of over half of it.
    const [match] = found.filter((spike) => agree(one, spike)).toSorted((a, b) => b.coreSeconds - a.coreSeconds);
    if (match === undefined) score.wrong.push(`not found: ${words(one)}`);
    else {
      score.recalled++;
      if (match.cause === one.cause) score.causesRight++;
      else score.wrong.push(`cause ${match.cause} of ${words(one)}: ${match.evidence}`);
    }
  }
  return score;
}

function words({ start, end, cause }: ListedSpike): string {
  return `${start.toFixed(0)} to ${end.toFixed(0)}, ${cause}`;
}

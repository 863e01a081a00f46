/** The rows of the WAL replay panel's table. */
import type { Figure, ReplayPhase, RestartCost } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { loadedOf } from '../../signals/replay/segmentRuns.ts';
import { SEGMENTS_LOST } from './replayRecord.ts';
import type { ReplayFacts } from './replayFacts.ts';

const LIMIT_WORDS = {
  gomemlimit: 'GOMEMLIMIT', configured: 'its container, as configured', host: 'the memory of the host',
};

export const DOING: Record<ReplayPhase['name'], string> = {
  unreachable: 'not answering',
  opening: 'opening its blocks',
  snapshot: 'reading the head snapshot',
  'mmapped-chunks': 'reading m-mapped chunks',
  checkpoint: 'reading the WAL checkpoint',
  segments: 'reading the WAL',
  wbl: 'reading the out-of-order log',
  'head-gc': 'clearing its head',
  finishing: 'finishing',
  'warm-up': 'warming up',
};

/** Rows of the table behind the panel. */
export function replayFigures(facts: ReplayFacts): Figure[] {
  const { window, start, phases, eta, memory } = facts;
  const names = (...roles: Role[]): string[] => roles.flatMap((role) => window.role(role)?.names ?? []);
  const cursor = names('replaySegmentMin', 'replaySegmentMax', 'replaySegmentCurrent');
  const readiness = window.role('ready') === undefined ? names('targetReady', 'replaySeconds') : names('ready');
  const errorSeconds = start.startErrorMs / 1000;
  const rows: Figure[] = [
    {
      name: 'Start to ready', value: facts.totalSeconds, unit: 'seconds',
      from: [...names('processStartSeconds'), ...readiness],
      low: facts.totalSeconds === null ? null : facts.totalSeconds - errorSeconds, high: facts.totalSeconds === null
        ? null : facts.totalSeconds + errorSeconds,
      note: facts.totalSeconds === null ? 'not ready yet'
        : 'a stated process start may be up to a second early; ready is the first scrape that saw it ready',
    },
    {
      name: 'Replay as the target reports it', value: facts.reportedSeconds, unit: 'seconds',
      from: names('replaySeconds'),
    },
  ];
  for (const phase of phases) {
    rows.push({
      name: `Phase: ${DOING[phase.name]}`, value: phase.durationSeconds, unit: 'seconds', from: phase.segments === null
        ? [] : cursor,
      note: phase.end === null ? 'running'
        : phase.name !== 'checkpoint' ? undefined
          : names('startStep').length > 0 ? 'its end from the server’s stacks, else estimated'
            : 'its end is estimated: the cursor does not move in it',
    });
  }
  if (facts.damaged) {
    const lost = facts.runs.reduce((sum, run) => sum + run.total - loadedOf(run, true), 0);
    rows.push({
      name: SEGMENTS_LOST, value: lost, unit: 'count', from: names('walCorruptions'),
      note: 'from polls twice a second of the last segment read',
    });
  }
  rows.push(
    { name: 'Segment rate', value: facts.segmentsPerSecond, unit: 'segmentsPerSecond', from: cursor },
    {
      name: 'Time left', value: eta === null ? null : eta.medianMs / 1000,
      low: eta === null ? null : eta.lowMs / 1000, high: eta === null ? null : eta.highMs / 1000,
      unit: 'seconds', from: [...cursor, ...names('headMaxTimeMs')],
      note: facts.state === 'done' ? 'done' : '90 % interval',
    },
    {
      name: 'Samples read', value: facts.rates.samplesPerSecond, unit: 'perSecond',
      from: names('headMaxTimeMs', 'samplesAppended'),
      note: 'while the head’s newest sample advances: its speed times the ingestion rate before the stop',
    },
    {
      name: 'Log read', value: facts.rates.bytesPerSecond, unit: 'bytesPerSecond',
      from: [...cursor, ...names('walBytes')],
      note: names('walBytes').length > 0 ? undefined : 'from the size of a full segment',
    },
    {
      name: 'CPU', value: facts.rates.cpuCores, unit: 'cores', from: names('cpuSeconds'),
      note: 'over the replay so far',
    },
    {
      name: 'Garbage collection’s share of the CPU', value: facts.rates.gcRatio, unit: 'ratio',
      from: [...names('gcCpuSeconds'), ...names('gcCpuFraction')],
    },
    { name: 'Peak resident memory', value: facts.peakRssBytes, unit: 'bytes', from: names('residentBytes') },
    {
      name: 'Projected peak', value: memory.projectedPeakBytes, low: memory.projectedLowBytes,
      high: memory.projectedHighBytes, unit: 'bytes', from: names('residentBytes'),
      note: facts.state === 'done' ? 'the peak itself' : undefined,
    },
    {
      name: 'Memory limit', value: memory.limitBytes, unit: 'bytes',
      from: memory.limitSource === 'configured' ? ['memory_limit']
        : memory.limitSource === 'host' ? names('hostTotalBytes') : names('memoryLimitBytes'),
      note: memory.limitSource === null ? 'none known; a container’s limit is in none of its metrics'
        : LIMIT_WORDS[memory.limitSource],
    },
  );
  return rows;
}

/** Returns figures for a running target; none without a forecast of its next start. */
export function restartFigures(window: RoleWindow, restart: RestartCost | null): Figure[] {
  if (restart === null) return [];
  const { seconds, peakBytes, basis } = restart;
  const names = (role: Role): string[] => window.role(role)?.names ?? [];
  return [
    {
      name: 'Restart', value: seconds.median, low: seconds.low, high: seconds.high, unit: 'seconds',
      from: names('headChunks'), note: basis === 'starts' ? 'from its own starts, in proportion to its head'
        : 'from its head, and what other servers needed for theirs',
    },
    ...peakBytes === null ? [] : [{
      name: 'Peak memory of a restart', value: peakBytes.median, low: peakBytes.low, high: peakBytes.high,
      unit: 'bytes' as const, from: names('residentBytes'), note: 'from what it holds now',
    }],
  ];
}

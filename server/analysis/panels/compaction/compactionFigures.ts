/** The rows of the compaction panel's table. */
import type { Figure, MergeActivity, MergePressure } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { phaseDifference } from '../../../../core/statistics/circular.ts';
import type { CompactionCosts, CompactionFacts } from './compactionFacts.ts';
import { likelyStartMs, type CompactionInterval } from '../../signals/compaction/compactionIntervals.ts';
import { headSpanRanges } from './compactionVerdicts.ts';
import { hasBlocks, hasSeriesMaintenance } from './seriesMaintenance.ts';
import { median, quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { formatPValue } from '../../../../core/text/format.ts';

type NamesOf = (...roles: Parameters<RoleWindow['role']>[0][]) => string[];

/** Rows of the table behind the panel. A server without blocks follows no clock; Prometheus 1.x writes checkpoints. */
export function compactionFigures(facts: CompactionFacts): Figure[] {
  const { window, merges } = facts;
  const names: NamesOf = (...roles) => roles.flatMap((role) => window.role(role)?.names ?? []);
  if (merges !== null) return mergeFigures(merges, names);
  const costs = costFigures(facts, names, hasSeriesMaintenance(window) ? 'checkpoints' : 'compactions');
  return hasBlocks(window) ? [...clockFigures(facts, names), ...costs, ...nextFigures(facts, names)] : costs;
}

const seconds = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1000);

/** Returns the block range, the compactions and how they keep to the clock. */
function clockFigures({ compactions, clock, range }: CompactionFacts, names: NamesOf): Figure[] {
  const starts = names('compactions', 'compactionRunning', 'compactionSeconds');
  const merges = compactions.filter((c) => c.kind === 'merge' || c.kind === 'head+merge').length;
  const offClock = clock === null || clock.offClockCount === 0 ? ''
    : `; ${clock.offClockCount} more off the clock by rule: a head that began off a block boundary is cut `
      + '1.5 ranges after its first sample';
  const caughtUp = clock === null || clock.caughtUpCount === 0 ? ''
    : `; ${clock.caughtUpCount} more that were due while the process was down or starting`;
  const vague = clock === null || clock.vagueCount === 0 ? ''
    : `; ${clock.vagueCount} more whose start is uncertain by more than a quarter of the range`;
  const phaseError = clock?.phaseErrorMs ?? null;
  const phase = clock?.phaseMs ?? null;
  return [
    {
      name: 'Block range', value: seconds(range?.ms), unit: 'seconds',
      from: range?.source === 'head-min-time' ? names('headMinTimeMs') : [],
      note: range === null ? 'neither in the known flags nor visible in this window' : `from ${range.source}`,
    },
    {
      name: 'Head compactions on the clock', value: clock?.count ?? null, unit: 'count', from: starts,
      note: `their phase is tested${offClock}${caughtUp}${vague}`,
    },
    {
      name: 'Episodes with a merge', value: merges, unit: 'count',
      from: names('compactions', 'headTruncations', 'blocksLoaded'),
    },
    {
      name: 'Phase past the block boundary', value: seconds(phase),
      low: phase === null || phaseError === null ? null : seconds(phase - phaseError),
      high: phase === null || phaseError === null ? null : seconds(phase + phaseError), unit: 'seconds', from: starts,
      note: 'circular mean; the bounds are the uncertainty between scrapes',
    },
    {
      name: 'Phase error against the rule',
      value: phase === null || range === null ? null : seconds(phaseDifference(phase, range.ms / 2, range.ms)),
      unit: 'seconds', from: starts, note: 'measured minus half the block range',
    },
    {
      name: 'Phase by the rule', value: seconds(range === null ? null : range.ms / 2), unit: 'seconds', from: [],
      note: 'half the block range: a head is cut when it spans 1.5 ranges',
    },
    {
      name: 'Resultant length', value: clock?.resultantLength ?? null, unit: 'ratio', from: starts,
      note: clock === null || clock.pValue === null ? 'fewer than 3: no test'
        : `Rayleigh test, ${formatPValue(clock.pValue)}`,
    },
    {
      name: 'Duration of a head compaction, median', value: typicalSeconds(compactions), unit: 'seconds', from: starts,
      note: 'episodes, with the head\'s clean-up and the checkpoint',
    },
  ];
}

/** Returns the cost of `events` above quiet time. */
function costFigures(facts: CompactionFacts, names: NamesOf, events: 'checkpoints' | 'compactions'): Figure[] {
  const { window, cpu } = facts;
  const spread = (of: (cost: CompactionCosts) => number | null): Pick<Figure, 'value' | 'low' | 'high'> => {
    const known = sortedFinite(facts.costs.map((cost) => of(cost) ?? NaN));
    return { value: quantile(known, 0.5), low: quantile(known, 0), high: quantile(known, 1) };
  };
  const ofHost = window.role('diskWrittenBytes') === undefined && window.role('hostDiskWrittenBytes') !== undefined;
  const needsNode = ofHost
    ? 'disks of the whole host, from its node_exporter; steady I/O of other processes is in the quiet level'
    : window.role('diskWrittenBytes') === undefined ? 'this target has no process I/O metric; a node_exporter has it'
      : 'the whole process';
  return [
    {
      name: 'CPU in quiet time', value: cpu.quiet, unit: 'cores', from: names('cpuSeconds'),
      note: `mean of the middle half of the scrape steps outside ${events}`,
    },
    {
      name: `CPU in ${events}`, value: cpu.during, unit: 'cores', from: names('cpuSeconds'),
      ...(cpu.pValue === null ? {}
        : { note: `${formatPValue(cpu.pValue)} that stretches of quiet time as long have as much` }),
    },
    {
      name: 'Core-seconds above quiet per episode, median', ...spread((cost) => cost.cpuCoreSeconds), unit: 'none',
      from: names('cpuSeconds'), note: 'low and high are the smallest and the largest episode',
    },
    {
      name: 'Bytes written above quiet per episode, median', ...spread((cost) => cost.bytesWritten), unit: 'bytes',
      from: names(ofHost ? 'hostDiskWrittenBytes' : 'diskWrittenBytes'), note: needsNode,
    },
    {
      name: 'Bytes read above quiet per episode, median', ...spread((cost) => cost.bytesRead), unit: 'bytes',
      from: names(ofHost ? 'hostDiskReadBytes' : 'diskReadBytes'), note: needsNode,
    },
    {
      name: 'Resident memory risen per episode, median', ...spread((cost) => cost.rssRiseBytes), unit: 'bytes',
      from: names('residentBytes'), note: 'highest in the episode, above the median of the minute before',
    },
    {
      name: 'Page cache lost per episode, median', ...spread((cost) => cost.pageCacheLostBytes), unit: 'bytes',
      from: names('hostCachedBytes'), note: 'of the whole host; only a node_exporter on it reports it',
    },
    {
      name: `Disk writes in ${events} over quiet`, value: facts.diskWrite.multiple, unit: 'none',
      from: names(ofHost ? 'hostDiskWrittenBytes' : 'diskWrittenBytes'), note: needsNode,
    },
    {
      name: `Resident memory in ${events} over quiet`, value: facts.rss.multiple, unit: 'ratio',
      from: names('residentBytes'),
    },
  ];
}

/** Returns lateness, the fold, and what is due. */
function nextFigures({ window, range, next, delay, folded }: CompactionFacts, names: NamesOf): Figure[] {
  return [
    {
      name: 'Lateness against the rule, median', value: delay?.seconds ?? null,
      low: delay?.lowSeconds ?? null, high: delay?.highSeconds ?? null, unit: 'seconds',
      from: names('headMinTimeMs'),
      note: delay?.sentence ?? 'needs two head compactions and the head\'s minimum time',
    },
    {
      name: 'Head spans, block ranges', value: range === null ? null : headSpanRanges(window, range.ms), unit: 'none',
      from: names('headMinTimeMs', 'headMaxTimeMs'), note: 'at the last scrape; it is cut at 1.5',
    },
    {
      name: 'Cycles in the fold', value: folded?.cycles ?? null, unit: 'count', from: names('cpuSeconds'),
      note: folded?.band === 'extremes' ? 'too few for quantiles: the band is from the smallest to the largest'
        : 'the band holds 95 % of them',
    },
    {
      name: 'Next head compaction', value: seconds(next?.timeMs),
      low: next === null ? null : seconds(next.timeMs - next.errorMs),
      high: next === null ? null : seconds(next.timeMs + next.errorMs), unit: 'timestamp',
      from: names('headMinTimeMs'),
      note: next?.basis
        ?? (range === null ? 'needs the block range' : 'the target does not answer at the end of the window'),
    },
  ];
}

function mergeFigures(merges: MergeActivity, names: NamesOf): Figure[] {
  return [
    { name: 'Merges', value: merges.mergesPerSecond, unit: 'perSecond', from: names('compactions') },
    { name: 'Rows merged', value: merges.rowsPerSecond, unit: 'perSecond', from: names('rowsMerged') },
    { name: 'Merges under way, mean', value: merges.active, unit: 'none', from: names('compactionRunning') },
    { name: 'Rows waiting to be written, mean', value: merges.pendingRows, unit: 'count', from: names('rowsPending') },
    { name: 'Compactions left of the backlog', value: merges.backlog, unit: 'count', from: names('compactorBacklog') },
    ...pressureFigures(merges.pressure, names),
    ...merges.periods.map((tested): Figure => ({
      name: `Common offset at ${tested.periodSeconds} s`, value: tested.resultantLength, unit: 'ratio',
      from: names('rowsMerged', 'compactions').slice(0, 1),
      note: tested.pValue === null ? `${tested.cycles} complete cycles: too few, or too even, to test`
        : `${tested.cycles} cycles, ${formatPValue(tested.pValue)}, corrected for the number of periods tried: `
          + (tested.aligned ? 'on the clock' : 'not on the clock'),
    })),
  ];
}

/** Omits rows without a value: each engine has its own. */
function pressureFigures(
  { assistedMerges, slowInsertsPerSecond, slowInsertsRatio, bytesPerSample, backlogPerHour }: MergePressure,
  names: NamesOf
): Figure[] {
  const figures: Figure[] = [
    {
      name: 'Assisted merges', value: assistedMerges, unit: 'count', from: names('assistedMerges'),
      note: 'that writers had to make themselves, as there were too many parts',
    },
    { name: 'Slow inserts', value: slowInsertsPerSecond, unit: 'perSecond', from: names('slowInserts') },
    {
      name: 'Slow inserts of all', value: slowInsertsRatio, unit: 'ratio',
      from: names('slowInserts', 'samplesAppended'),
      note: 'rows whose series was not in the cache: new series, or too little memory',
    },
    {
      name: 'Bytes on disk per sample', value: bytesPerSample, unit: 'bytesPerSample',
      from: names('rowsStoredBytes', 'rowsStored'), note: 'at the last scrape, without the index',
    },
    {
      name: 'Change of the backlog per hour', value: backlogPerHour, unit: 'none', from: names('compactorBacklog'),
    },
  ];
  return figures.filter(({ value }) => value !== null);
}

/** Returns the seconds of the usual head compaction, including head GC; null without one. */
export function typicalSeconds(compactions: CompactionInterval[]): number | null {
  const heads = compactions.filter((c) => c.headCount > 0 && !c.running);
  const value = median(heads.map((c) => c.endMs - c.endErrorMs / 2 - likelyStartMs(c)));
  return value === null ? null : value / 1000;
}

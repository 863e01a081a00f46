/** The GC & CPU panel in numbers: its table, and what is missing. Formulas in docs/reference/gc-cpu.md. */
import type { Figure, MissingInput } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { MIN_PAIRS } from '../../../../core/statistics/correlation.ts';
import { MIN_CYCLES, SIGNIFICANT, type GcCpuReading } from './gcLinks.ts';
import { limitFigures, runtimeFigures } from './runtimeFigures.ts';
import { throttlingFigures } from './throttlingWords.ts';
import { queryFigures } from '../../signals/queryLoad.ts';
import { formatRatio, formatSeconds } from '../../../../core/text/format.ts';
import { count, render } from '../../../../core/text/parts.ts';

/** Returns the "numbers behind it" table. A null value has a note with the reason. */
export function gcCpuFigures(reading: GcCpuReading): Figure[] {
  const { window, gc, best, estimates, correlation, correlationAll, period, around, variance } = reading;
  const names = (...roles: Role[]): string[] => [...new Set(roles.flatMap((role) => window.role(role)?.names ?? []))];
  const gcNames = names('lastGcSeconds', 'gcCycles');
  const pairNames = names('gcCycles', 'lastGcSeconds', 'cpuSeconds');
  const why = estimates.find(({ estimator }) => estimator === 'E2')?.note ?? '';
  const costNote = best === null ? `not known: ${why}` : `${best.estimator} ${best.name}: ${best.note}`;
  const costNames = best?.from ?? pairNames;
  const tooFew = `needs ${MIN_CYCLES} cycles and ${MIN_PAIRS} intervals`;
  const figure = (
    name: string, value: number | null, unit: Figure['unit'], { from, note }: { from: string[]; note?: string }
  ): Figure =>
    (note === undefined ? { name, value, unit, from } : { name, value, unit, from, note });
  const unlessKnown = (value: number | null, note: string): string | undefined => (value === null ? note : undefined);
  const noProcs = 'GOMAXPROCS is not known';
  const rows: Figure[] = [
    {
      ...figure('GC CPU', best?.cores ?? null, 'cores', { from: costNames, note: costNote }),
      low: best?.lowCores ?? null, high: best?.highCores ?? null,
    },
    figure(
      'Process CPU, mean', reading.processCores, 'cores',
      { from: names('cpuSeconds'), note: unlessKnown(reading.processCores, 'needs two scrapes with process CPU time') }
    ),
    figure(
      'GC share of process CPU', reading.shareRatio, 'ratio',
      { from: costNames, note: unlessKnown(reading.shareRatio, costNote) }
    ),
    figure('CPU of one GC cycle', best?.coreSecondsPerCycle ?? null, 'seconds', { from: costNames, note: costNote }),
    {
      ...figure(
        'CPU of the cycles outside compactions', around?.measured.coreSeconds ?? null, 'seconds',
        {
          from: pairNames,
          note: around === null ? why
            : `${render(count(around.measured.cycles, 'cycle'))}, above the quiet CPU around each`,
        }
      ),
      low: around?.measured.lowCoreSeconds ?? null, high: around?.measured.highCoreSeconds ?? null,
    },
    figure(
      'Length of a cycle, by its CPU', around?.lengthSeconds ?? null, 'seconds',
      { from: pairNames, note: 'fitted: a constant excess of this length before each end' }
    ),
    figure(
      'GC cycles', gcNames.length === 0 ? null : gc.cycles.length + gc.withoutTime, 'count',
      {
        from: gcNames,
        note: gc.withoutTime > 0
          ? `${gc.withoutTime} of them without a known time: several ended between two scrapes` : undefined,
      }
    ),
    {
      ...figure(
        'Time between GC cycles', period?.mean ?? null, 'seconds',
        { from: gcNames, note: period === null ? 'needs three cycles' : 'mean; range: 10th to 90th percentile' }
      ),
      low: period?.p10 ?? null, high: period?.p90 ?? null,
    },
    figure(
      'Cycles forced after 120 s', reading.gaps.forcedShareRatio, 'ratio',
      { from: gcNames, note: 'share of the gaps between cycles that last 118 to 122 s' }
    ),
    figure(
      'Correlation GC and CPU (Pearson)', correlation.pearson, 'none',
      {
        from: pairNames,
        note: correlation.pearson === null ? tooFew
          : `${correlation.sampleSize} intervals${reading.compactionExcluded ? ', compactions excluded' : ''}`,
      }
    ),
    figure(
      'Correlation of ranks (Spearman)', correlation.spearman, 'none',
      { from: pairNames, note: unlessKnown(correlation.spearman, tooFew) }
    ),
    figure(
      'p-value of the correlation', correlation.pValue, 'none',
      {
        from: pairNames,
        note: correlation.pValue === null ? tooFew
          : `circular-shift surrogates, two-sided; significant below ${SIGNIFICANT}`,
      }
    ),
    figure(
      'Correlation including compactions', correlationAll.pearson, 'none',
      { from: pairNames, note: unlessKnown(correlationAll.pearson, tooFew) }
    ),
    figure('Correlation with the share of time in a cycle', reading.shareCorrelation.pearson, 'none', {
      from: pairNames,
      note: reading.shareCorrelation.pearson === null ? 'the length of a cycle is not known'
        : `${reading.compactionExcluded ? 'compactions excluded; ' : ''}including them `
          + (reading.shareCorrelationAll.pearson?.toFixed(2) ?? 'unknown'),
    }),
    figure(
      'CPU variance explained by GC', variance.gcOutsideCompactions, 'ratio',
      { from: pairNames, note: varianceNote(reading) }
    ),
    figure(
      'Pause of one cycle', reading.pauses.secondsPerCycle, 'seconds',
      { from: names('gcPauseSeconds'), note: reading.pauses.sentence }
    ),
    figure(
      'Pauses, share of time', reading.pauses.ratio, 'ratio',
      { from: names('gcPauseSeconds'), note: unlessKnown(reading.pauses.ratio, reading.pauses.sentence) }
    ),
    figure(
      'Allocated per ingested sample', reading.allocBytesPerSample, 'bytesPerSample',
      {
        from: names('allocBytes', 'samplesAppended'),
        note: unlessKnown(
          reading.allocBytesPerSample, 'needs allocated bytes and a rising counter of ingested samples'
        ),
      }
    ),
    figure(
      'GOMAXPROCS', reading.maxProcs, 'count',
      {
        from: names('maxProcs'),
        note: reading.maxProcs === null ? 'the target does not export it'
          : names('maxProcs').length === 0 ? 'from /api/v1/status/runtimeinfo' : undefined,
      }
    ),
    ...queryFigures(window),
    figure(
      'GC budget while a cycle runs', reading.budgetCores, 'cores',
      {
        from: names('maxProcs'),
        note: reading.budgetCores === null ? noProcs : '25 % of GOMAXPROCS; idle-priority workers may add to it',
      }
    ),
    {
      ...figure(
        'GC CPU while a cycle runs', reading.duringCycle.cores, 'cores',
        { from: costNames, note: reading.duringCycle.sentence }
      ),
      low: reading.duringCycle.lowCores, high: reading.duringCycle.highCores,
    },
    ...throttlingFigures(reading.throttling),
    ...runtimeFigures(window),
    ...limitFigures(window, reading.memoryLimits),
    figure(
      'Memory limit of Go', reading.memoryLimitBytes, 'bytes',
      {
        from: names('memoryLimitBytes'),
        note: unlessKnown(reading.memoryLimitBytes, 'none is set, or the target does not export it'),
      }
    ),
    figure(
      "Target's clock ahead of ours", gc.clock === null ? null : gc.clock.offsetMs / 1000, 'seconds',
      {
        from: names('lastGcSeconds'),
        note: gc.clock === null ? 'no cycle bounds it'
          : `to within ${formatSeconds(gc.clock.errorMs / 1000)}, from the scrapes around each cycle`,
      }
    ),
  ];
  return rows;
}

function varianceNote({ variance, compactionExcluded }: GcCpuReading): string {
  const share = (
    ratio: number | null
  ): string => (ratio === null ? 'an unknown share' : formatRatio(Math.round(100 * ratio) / 100));
  if (variance.gcOutsideCompactions === null)
    return `needs ${MIN_CYCLES} cycles and ${MIN_PAIRS} intervals outside compactions`;
  if (!compactionExcluded) return 'no compaction in the window';
  return `compactions excluded. Including them: GC ${share(variance.gc)}, compaction ${share(variance.compaction)}, `
    + `GC beyond compaction ${share(variance.gcBeyondCompaction)}`;
}

interface Need { roles: Role[]; costs: string; remedy: string; always: boolean }

const GO_MEMORY = 'Register the Go collector of the client library with its memory statistics.';
const PROCESS = 'Register the process collector of the client library (on by default in Go programs on Linux).';
const RUNTIME =
  'In your own program, enable all runtime metrics of the Go collector (collectors.WithGoCollectorRuntimeMetrics). '
  + 'Prometheus has no switch for it, but a CPU profile shows the share.';

const NEEDS: Need[] = [
  { roles: ['cpuSeconds'], always: true, costs: 'No CPU line, no correlation, no GC CPU.', remedy: PROCESS },
  {
    roles: ['lastGcSeconds'], always: true,
    costs: 'GC cycles are counted but have no exact time, so they cannot be marked.', remedy: GO_MEMORY,
  },
  {
    roles: ['gcCycles'], always: true, costs: 'Several cycles between two scrapes count as one.',
    remedy: 'Register the Go collector of the client library.',
  },
  {
    roles: ['heapInuseBytes', 'heapAllocBytes'], always: true,
    costs: 'No heap sawtooth and no heap before and after a cycle.', remedy: GO_MEMORY,
  },
  { roles: ['heapGoalBytes'], always: true, costs: 'No heap goal line.', remedy: GO_MEMORY },
  { roles: ['residentBytes'], always: true, costs: 'No line of resident memory.', remedy: PROCESS },
  { roles: ['allocBytes'], always: true, costs: 'No allocated bytes per ingested sample.', remedy: GO_MEMORY },
  {
    roles: ['gcPauseBuckets', 'gcPauseQuantiles'], always: false,
    costs: 'No stop-the-world pauses over time.', remedy: 'Register the Go collector of the client library.',
  },
  {
    roles: ['samplesAppended'], always: false, costs: 'No allocated bytes per ingested sample.',
    remedy: 'Scrape the process that ingests the samples.',
  },
  {
    roles: ['gcCpuSeconds', 'gcCpuFraction'], always: false,
    costs: 'GC CPU is estimated from the CPU around each cycle instead of read from a counter.', remedy: RUNTIME,
  },
];

/** Lists inputs the window lacks. Omits one that this kind of target never has and that the others make up for. */
export function gcCpuMissing(window: RoleWindow, hasProfiles: boolean): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  return NEEDS.filter(({ roles }) => roles.every((role) => window.role(role) === undefined)
    && !(hasProfiles && roles.includes('gcCpuSeconds')))
    .map(({ roles, costs, remedy, always }) => ({
      names: roles.flatMap((role) => window.expectedNames(role)), costs, remedy, always,
    }))
    .filter(({ names, always }) => always || names.length > 0)
    .map(({ names, costs, remedy }) => ({ names, costs, remedy }));
}

/** The Memory & capacity panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/reference/memory.md. */
import type { CapacityRatio, Figure, Finding, MemoryPanel, MissingInput } from '../../../core/contract/contract.ts';
import { flatnessFigures } from '../../signals/ingestFlatness.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { clockText } from '../../../core/text/wording.ts';
import { formatBytes, formatSeconds } from '../../../core/text/format.ts';

const LIMIT_WARNING = 0.8;
const LIMIT_CRITICAL = 0.95;

type Answer = Pick<MemoryPanel, 'parts' | 'residentBytes' | 'limitBytes' | 'ratios' | 'load' | 'warmUps'>;

/** The finding; `unknown` without resident memory or with fewer than ten scrapes of it. */
export function describeMemory(answer: Answer, scrapes: number, peakMs: number | null): Finding {
  const { residentBytes, limitBytes, parts, ratios } = answer;
  const { median, high } = residentBytes;
  if (median === null || high === null) {
    return { severity: 'unknown', sentence: 'No scrape of this window holds the process’s resident memory; what is missing stands below.', time: null };
  }
  if (scrapes < 10) return { severity: 'unknown', sentence: `Too little data: ${scrapes} scrapes with resident memory, at least 10 are needed.`, time: null };
  const share = limitBytes === null ? null : high / limitBytes;
  const inUse = parts.find(({ key }) => key === 'heapInuse')?.bytes ?? null;
  const kept = parts.find(({ key }) => key === 'heapRetained')?.bytes ?? null;
  const made = inUse === null || kept === null ? '' : `, of which ${percent(inUse / median)} is heap in use and ${percent(kept / median)} heap kept for reuse`;
  const perSeries = ratios.residentBytesPerSeries.value === null ? '' : ` ${formatBytes(ratios.residentBytesPerSeries.value)} a series`;
  const perCore = ratios.samplesPerCoreSecond.value === null ? '' : ` ${thousands(ratios.samplesPerCoreSecond.value)} samples/s a core`;
  const costs = perSeries === '' && perCore === '' ? '' : ` It needs${perSeries}${perSeries !== '' && perCore !== '' ? ' and takes in' : ''}${perCore}.`;
  const limit = share === null || limitBytes === null ? '' : ` Its memory limit is ${formatBytes(limitBytes)}, the peak ${percent(share)} of it.`;
  return {
    severity: share === null ? 'ok' : share >= LIMIT_CRITICAL ? 'critical' : share >= LIMIT_WARNING ? 'warning' : 'ok',
    sentence: `Resident memory is ${formatBytes(median)} (${formatBytes(high)} at most)${made}.${costs}${limit}`,
    time: share !== null && share >= LIMIT_WARNING && peakMs !== null ? peakMs / 1000 : null,
  };
}

/** The "numbers behind it" table. `configuredLimitBytes`: its container's limit, as the configuration of tsdbscope gives it. */
export function memoryFigures(window: RoleWindow, { parts, residentBytes, limitBytes, ratios, load, warmUps }: Answer, configuredLimitBytes: number | null): Figure[] {
  const names = (...roles: Role[]): string[] => roles.flatMap((role) => window.role(role)?.names ?? []);
  const ratio = (name: string, unit: Figure['unit'], { value, low, high, rangeIs, scrapes, windowSeconds, from, note }: CapacityRatio): Figure => ({
    name, value, unit, from, ...(low === null && high === null ? {} : { low, high }),
    note: note ?? `${[rangeIs, `${scrapes.toLocaleString('en-US')} scrapes over ${formatSeconds(windowSeconds)}`].filter((part) => part !== '').join('; ')}.`,
  });
  const isConfigured = limitBytes !== null && limitBytes === configuredLimitBytes;
  return [
    {
      name: 'Resident memory', value: residentBytes.median, low: residentBytes.low, high: residentBytes.high, unit: 'bytes', from: names('residentBytes'),
      note: residentBytes.median === null ? 'not exported' : 'median; range: least to most of the window',
    },
    ...parts.map((part): Figure => ({
      name: part.label[0].toUpperCase() + part.label.slice(1), value: part.bytes, low: part.lowBytes, high: part.highBytes, unit: 'bytes', from: part.from,
      note: part.missing ?? 'median; range: least to most',
    })),
    {
      name: 'Memory limit', value: limitBytes, unit: 'bytes', from: isConfigured ? ['memory_limit'] : names('memoryLimitBytes'),
      note: limitBytes === null ? 'no GOMEMLIMIT is set or known; a container’s own limit is in none of its metrics, name it as memory_limit beside the target' : isConfigured ? 'its container’s, as configured' : 'GOMEMLIMIT',
    },
    ratio('Samples per second and core', 'perSecond', ratios.samplesPerCoreSecond),
    ratio('Resident memory per series', 'bytes', ratios.residentBytesPerSeries),
    ratio('Resident memory per 100,000 samples/s', 'bytes', ratios.residentBytesPer100kSamplesPerSecond),
    ratio('Bytes on disk per sample', 'bytesPerSample', ratios.diskBytesPerSample),
    ratio('Bytes in chunks per sample', 'bytesPerSample', ratios.chunkBytesPerSample),
    { name: 'Samples taken in', value: load.samplesPerSecond, unit: 'perSecond', from: names('samplesAppended'), note: 'mean, warm-ups left out' },
    ...flatnessFigures(window),
    { name: 'Series in the head', value: load.series, unit: 'count', from: names('headSeries'), note: 'median' },
    { name: 'CPU', value: load.cpuCores, unit: 'cores', from: names('cpuSeconds'), note: 'mean, warm-ups left out' },
    { name: 'CPU peak over mean', value: load.cpuPeakRatio, unit: 'none', from: names('cpuSeconds'), note: '99 % quantile of the recorded rates; provision for this, not for the mean' },
    ...warmUps.map((warm): Figure => ({
      name: `Warm-up after ${clockText(1000 * warm.processStart)}`, value: warm.seconds, unit: 'seconds', from: names('cpuSeconds', 'samplesAppended', 'residentBytes', 'headSeries'),
      note: warm.sentence,
    })),
  ];
}

/** What the panel cannot say, and what brings it. */
export function memoryMissing(window: RoleWindow): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  const lacking = (costs: string, remedy: string, ...roles: Role[]): MissingInput[] => {
    const names = roles.filter((role) => window.role(role) === undefined).flatMap((role) => window.expectedNames(role).slice(0, 1));
    return names.length === 0 ? [] : [{ names, costs, remedy }];
  };
  return [
    ...lacking('Resident memory, and every ratio to it, are not known.', 'Register the process collector of the client library.', 'residentBytes'),
    ...lacking('What the resident memory is made of is not known.', 'Register the Go collector of the client library with its memory statistics.', 'heapInuseBytes', 'heapIdleBytes', 'heapReleasedBytes', 'stackInuseBytes', 'sysBytes'),
    ...lacking('Costs per sample and the planner’s CPU are not known.', 'This target exports no counter of samples taken in; choose one that ingests.', 'samplesAppended'),
    ...lacking('Memory per series is not known.', 'This target exports no count of its series.', 'headSeries'),
    ...lacking('Bytes per sample on disk are not known.', 'They take a target with blocks on disk (Prometheus 2 and its kin).', 'blocksBytes'),
    ...lacking('Page cache and swap are not shown.', hostRemedy(window), 'hostCachedBytes', 'hostSwapUsedBytes'),
  ];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function thousands(value: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return (Math.round(value / digits) * digits).toLocaleString('en-US');
}

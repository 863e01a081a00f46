/**
 * The Memory & capacity panel in words: its finding, its table, and what is missing. Thresholds:
 * docs/reference/memory.md.
 */
import type {
  CapacityRatio, Figure, Finding, MemoryPanel, MissingInput, Part, QuantitySpikes,
} from '../../../../core/contract/contract.ts';
import { churnFigures } from './memoryChurn.ts';
import { hasNoHead } from './memoryParts.ts';
import { finding, NO_LIMIT_CODE } from '../../../../core/finding.ts';
import { flatnessFigures } from '../../signals/ingestFlatness.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { swapFigures } from './memorySwap.ts';
import { hostRemedy } from '../../signals/host/hostWords.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { makerWords, quantityClaim } from '../../../../core/spikesClaim.ts';
import { bytes, parts as text, percent, quantity } from '../../../../core/text/parts.ts';

const MIN_SCRAPES = 10;
const LIMIT_WARNING = 0.8;
const LIMIT_CRITICAL = 0.95;
/** Relative distance of the latest value from the median or the peak from which it is mentioned. */
const MIN_APART = 0.01;

type Answer = Pick<
  MemoryPanel, 'parts' | 'residentBytes' | 'limitBytes' | 'ratios' | 'load' | 'warmUps' | 'spikes' | 'churn'
>;

/**
 * Codes: `memory-not-exported`, `too-little-data` (both `unknown`), `memory-near-limit` from 80 % of the limit on,
 * `memory-no-limit` (`unknown`: no reading says how much is left), else `memory-use`.
 */
export function describeMemory(answer: Answer, scrapes: number, peakMs: number | null): Finding {
  const { residentBytes: { median, high, latest }, limitBytes, parts, ratios } = answer;
  if (median === null || high === null || latest === null) {
    return finding({
      code: 'memory-not-exported', severity: 'unknown', confidence: 'sure',
      claim: text`No scrape in this window holds the process's resident memory.`,
      evidence: [text`The missing metrics are listed below.`],
    });
  }
  if (scrapes < MIN_SCRAPES) {
    const [have, need] = [quantity(scrapes, 'count'), quantity(MIN_SCRAPES, 'count')];
    return finding({
      code: 'too-little-data', severity: 'unknown',
      claim: text`Too few scrapes with resident memory to judge yet: ${have} of ${need}.`,
      actions: [{ step: 'Choose a longer window.', why: `At least ${MIN_SCRAPES} are needed.`, risk: 'None.' }],
    });
  }
  const share = limitBytes === null ? null : high / limitBytes;
  const isNear = share !== null && share >= LIMIT_WARNING;
  const inUse = parts.find(({ key }) => key === 'heapInuse')?.bytes ?? null;
  const kept = parts.find(({ key }) => key === 'heapRetained')?.bytes ?? null;
  const [perSeries, perCore] = [ratios.residentBytesPerSeries.value, ratios.samplesPerCoreSecond.value];
  const isElsewhere = Math.abs(latest / median - 1) >= MIN_APART;
  return finding({
    code: share === null ? NO_LIMIT_CODE : isNear ? 'memory-near-limit' : 'memory-use', confidence: 'sure',
    severity: share === null ? 'unknown' : share >= LIMIT_CRITICAL ? 'critical' : isNear ? 'warning' : 'ok',
    claim: share === null || limitBytes === null
      ? text`Resident memory is ${bytes(latest)}, ${high / latest - 1 < MIN_APART ? text`the most in this window`
        : text`${bytes(high)} at its peak`}${spikesFrom(answer.spikes)}.`
      : text`Resident memory peaks at ${bytes(high)}, ${percent(share)} of its limit of ${bytes(limitBytes)}.`,
    evidence: [
      share !== null ? [] : text`No limit is known: no GOMEMLIMIT is set, nor memory_limit of the target.`,
      share !== null && isElsewhere ? text`Its latest value is ${bytes(latest)}, its median ${bytes(median)}.`
        : share !== null || isElsewhere ? text`Its median is ${bytes(median)}.` : [],
      inUse === null || kept === null ? []
        : text`${percent(inUse / median)} of it is heap in use, ${
          percent(kept / median)} free heap that Go keeps for reuse.`,
      perSeries === null ? [] : text`The process needs ${bytes(perSeries)} per series.`,
      perCore === null ? [] : text`It ingests ${quantity(thousands(perCore), 'count')} samples/s per core.`,
      answer.spikes.spikes.length === 0 ? [] : quantityClaim(answer.spikes) ?? [],
    ],
    moment: isNear && peakMs !== null ? peakMs / 1000 : null,
  });
}

/** Returns `; compaction makes 79 % of its spikes`; null if a share is unreliable, or has no cause. */
function spikesFrom({ causes: [first], confidence }: QuantitySpikes): Part[] | null {
  if (first === undefined || first.cause === 'unexplained' || confidence === 'too-early') return null;
  return text`; ${makerWords(first.cause)} ${percent(first.shareRatio)} of its spikes`;
}

/**
 * Returns the "numbers behind it" table. `configuredLimitBytes`: its container's limit, as the configuration of
 * tsdbscope gives it.
 */
export function memoryFigures(
  window: RoleWindow, { parts, residentBytes, limitBytes, ratios, load, warmUps, churn }: Answer,
  configuredLimitBytes: number | null
): Figure[] {
  const names = (...roles: Role[]): string[] => roles.flatMap((role) => window.role(role)?.names ?? []);
  const ratio = (name: string, unit: Figure['unit'], one: CapacityRatio): Figure => {
    const { value, low, high, from } = one;
    const over = `${one.scrapes.toLocaleString('en-US')} scrapes over ${formatSeconds(one.windowSeconds)}`;
    return {
      name, value, unit, from, ...(low === null && high === null ? {} : { low, high }),
      note: one.note ?? `${one.rangeIs === '' ? '' : `${one.rangeIs}; `}${over}.`,
    };
  };
  const isConfigured = limitBytes !== null && limitBytes === configuredLimitBytes;
  return [
    {
      name: 'Resident memory', value: residentBytes.median, low: residentBytes.low, high: residentBytes.high,
      unit: 'bytes', from: names('residentBytes'),
      note: residentBytes.median === null ? 'not exported' : 'median; range: lowest to highest in the window',
    },
    {
      name: 'Latest resident memory', value: residentBytes.latest, unit: 'bytes', from: names('residentBytes'),
      note: residentBytes.latest === null ? 'not exported' : 'in the last scrape of the window that holds it',
    },
    ...parts.map((part): Figure => ({
      name: part.label.charAt(0).toUpperCase() + part.label.slice(1), value: part.bytes, low: part.lowBytes,
      high: part.highBytes, unit: 'bytes', from: part.from,
      note: part.missing ?? 'median; range: lowest to highest',
    })),
    {
      name: 'Memory limit', value: limitBytes, unit: 'bytes', from: isConfigured ? ['memory_limit']
        : names('memoryLimitBytes'),
      note: limitBytes === null
        ? 'no GOMEMLIMIT is set or known; no metric holds a container’s limit: set it as memory_limit of the target'
        : isConfigured ? 'its container’s, as configured' : 'GOMEMLIMIT',
    },
    ratio('Samples per second and core', 'perSecond', ratios.samplesPerCoreSecond),
    ratio('Resident memory per series', 'bytes', ratios.residentBytesPerSeries),
    ratio('Resident memory per 100,000 samples/s', 'bytes', ratios.residentBytesPer100kSamplesPerSecond),
    ratio('Bytes on disk per sample', 'bytesPerSample', ratios.diskBytesPerSample),
    ratio('Bytes in chunks per sample', 'bytesPerSample', ratios.chunkBytesPerSample),
    {
      name: 'Samples ingested', value: load.samplesPerSecond, unit: 'perSecond', from: names('samplesAppended'),
      note: 'mean, warm-ups excluded',
    },
    ...swapFigures(window, names),
    ...flatnessFigures(window),
    { name: 'Series in the head', value: load.series, unit: 'count', from: names('headSeries'), note: 'median' },
    ...churnFigures(churn, names, !hasNoHead(window)),
    { name: 'CPU', value: load.cpuCores, unit: 'cores', from: names('cpuSeconds'), note: 'mean, warm-ups excluded' },
    {
      name: 'CPU peak over mean', value: load.cpuPeakRatio, unit: 'none', from: names('cpuSeconds'),
      note: '99th percentile of the recorded rates; provision for this, not for the mean',
    },
    ...warmUps.map((warm, i): Figure => ({
      name: warmUps.length === 1 ? 'Warm-up' : `Warm-up of start ${i + 1}`, value: warm.seconds, unit: 'seconds',
      from: names('cpuSeconds', 'samplesAppended', 'residentBytes', 'headSeries'),
      note: warm.sentence, noteParts: warm.parts,
    })),
  ];
}

/** Returns what the panel cannot report, and what would provide it. */
export function memoryMissing(window: RoleWindow): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  const lacking = (costs: string, remedy: string, ...roles: Role[]): MissingInput[] => {
    const names = roles.filter((role) => window.role(role) === undefined)
      .flatMap((role) => window.expectedNames(role).slice(0, 1));
    return names.length === 0 ? [] : [{ names, costs, remedy }];
  };
  const goMemory = 'Register the Go collector of the client library with its memory statistics.';
  const goRoles: Role[] = ['heapInuseBytes', 'heapIdleBytes', 'heapReleasedBytes', 'stackInuseBytes', 'sysBytes'];
  return [
    ...lacking('Resident memory and all ratios to it are not known.',
      'Register the process collector of the client library.', 'residentBytes'),
    ...lacking('The parts of resident memory are not known.', goMemory, ...goRoles),
    ...lacking('CPU per sample and the planner’s CPU are not known.',
      'This target exports no counter of ingested samples; choose one that ingests.', 'samplesAppended'),
    ...lacking('Memory per series is not known.', 'This target exports no count of its series.', 'headSeries'),
    ...lacking('Bytes per sample on disk are not known.',
      'They require a target with TSDB blocks on disk, such as Prometheus 2.', 'blocksBytes'),
    ...lacking('Page cache and swap are not shown.', hostRemedy(window), 'hostCachedBytes', 'hostSwapUsedBytes'),
  ];
}

/** Rounds to three significant digits. */
function thousands(value: number): number {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return Math.round(value / digits) * digits;
}

/** Effect of another GOGC or GOMEMLIMIT, interpolated between the rows of the answer; pure. */
import type { GcWhatIf, GcWhatIfRow } from '../../contract/contract.ts';
import { formatBytes, formatNumber, formatRatio, formatValue } from '../../text/format.ts';

type Setting = 'gogcPercent' | 'memoryLimitBytes';

export interface WhatIfResult {
  cores: number;
  lowCores: number;
  highCores: number;
  residentBytes: number | null;
  periodSeconds: number;
  /** Whether the limit leaves no room above the live heap. */
  isThrashing: boolean;
}

/** Range of a slider, and its value for the current setting. */
export interface SliderRange { min: number; max: number; step: number; current: number }

const MIN_GOGC = 50;
const MAX_GOGC = 400;
const GOGC_STEP = 5;
const MIB = 2 ** 20;
const LIMIT_STEPS = 60;

/** Returns the GOGC slider; null if the rows do not cover a range. */
export function gogcSlider({ byGogc, gogcPercent }: GcWhatIf): SliderRange | null {
  const known = byGogc.map((row) => row.gogcPercent);
  const min = Math.max(Math.min(MIN_GOGC, gogcPercent), Math.min(...known));
  const max = Math.min(Math.max(MAX_GOGC, gogcPercent), Math.max(...known));
  return max > min ? { min, max, step: (gogcPercent - min) % GOGC_STEP === 0 ? GOGC_STEP : 1, current: gogcPercent }
    : null;
}

/** Returns the limit slider in MiB. Without a limit the highest value means none. */
export function limitSlider({ byMemoryLimit, memoryLimitBytes }: GcWhatIf): SliderRange | null {
  const known = byMemoryLimit.flatMap((row) => row.memoryLimitBytes ?? []);
  if (known.length < 2) return null;
  const [least, most] = [Math.min(...known) / MIB, Math.max(...known) / MIB];
  const step = Math.max(1, Math.round((most - least) / LIMIT_STEPS));
  const min = Math.ceil(least);
  const max = min + step * Math.floor((most - min) / step);
  const current = memoryLimitBytes === null ? max
    : min + step * Math.round((Math.min(max, memoryLimitBytes / MIB) - min) / step);
  return max > min ? { min, max, step, current: Math.max(min, current) } : null;
}

/**
 * Returns the result at `value`. Heap goal and time between cycles are linear between two rows; CPU is inverse to that
 * time, as in the rows. Null outside of them.
 */
function resultAt(rows: readonly GcWhatIfRow[], by: Setting, value: number): WhatIfResult | null {
  const at = (row: GcWhatIfRow): number => row[by] ?? Infinity;
  const sorted = rows.toSorted((a, b) => at(a) - at(b));
  const low = sorted.findLast((row) => at(row) <= value);
  const high = sorted.find((row) => at(row) >= value);
  if (low === undefined || high === undefined) return null;
  const width = at(high) - at(low);
  const part = width > 0 && Number.isFinite(width) ? (value - at(low)) / width : 0;
  const between = (from: number, to: number): number => from + part * (to - from);
  const periodSeconds = between(low.periodSeconds, high.periodSeconds);
  const cores = low.cores * low.periodSeconds / periodSeconds;
  return {
    cores, periodSeconds, lowCores: cores * low.lowCores / low.cores, highCores: cores * low.highCores / low.cores,
    residentBytes: low.residentBytes === null || high.residentBytes === null ? null
      : between(low.residentBytes, high.residentBytes),
    isThrashing: low.thrashing && (high.thrashing || part < 0.5),
  };
}

/** Returns the row of the current setting; null if there is none. */
export function whatIfNow({ byGogc }: GcWhatIf): GcWhatIfRow | null {
  return byGogc.find(({ current }) => current) ?? null;
}

export function atGogc(whatIf: GcWhatIf, percent: number): WhatIfResult | null {
  return resultAt(whatIf.byGogc, 'gogcPercent', percent);
}

/**
 * Returns the result of the current GOGC under a limit; without a limit, the slider's end gives the current setting.
 */
export function atLimit(whatIf: GcWhatIf, mib: number, { max }: SliderRange): WhatIfResult | null {
  if (whatIf.memoryLimitBytes === null && mib >= max)
    return atGogc(whatIf, whatIf.gogcPercent);
  return resultAt(whatIf.byMemoryLimit, 'memoryLimitBytes', mib * MIB);
}

export function limitText(whatIf: GcWhatIf, mib: number, { max }: SliderRange): string {
  return whatIf.memoryLimitBytes === null && mib >= max ? 'none' : formatBytes(mib * MIB);
}

export interface WhatIfFact { name: string; value: string; change: string }

const signed = (text: string, value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${text}`;

/** Returns GC CPU, resident memory and time between cycles, each with its change from the current setting. */
export function whatIfFacts(result: WhatIfResult, now: GcWhatIfRow): WhatIfFact[] {
  const share = result.cores / now.cores - 1;
  const times = result.periodSeconds / now.periodSeconds;
  const grown = result.residentBytes === null || now.residentBytes === null ? null
    : result.residentBytes - now.residentBytes;
  const isSame = Math.abs(share) < 0.005;
  const rate = formatNumber(1 / times);
  const isSameRate = rate === formatNumber(1);
  return [
    {
      name: 'GC CPU', value: formatValue(result.cores, 'cores'),
      change: isSame ? 'as now' : signed(formatRatio(Math.abs(Math.round(share * 100) / 100)), share),
    },
    {
      name: 'Resident memory', value: formatValue(result.residentBytes, 'bytes'),
      change: grown === null ? 'not known' : Math.abs(grown) < MIB ? 'as now'
        : signed(formatBytes(Math.abs(grown)), grown),
    },
    {
      name: 'Cycles',
      value: result.isThrashing ? 'without a pause' : isSameRate ? 'as often as now' : `${rate}x as often`,
      change: result.isThrashing ? 'no room above the live heap' : '',
    },
  ];
}

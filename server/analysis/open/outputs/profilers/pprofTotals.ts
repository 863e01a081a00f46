/** Reads amounts as go tool pprof prints them, and compares the totals of two tables in one unit. Pure. */
import { formatBytes, formatSeconds } from '../../../../../core/text/format.ts';
import { wordOf } from '../../look/format.ts';

const BYTES: Readonly<Record<string, number>> = {
  B: 1, kB: 1024, KB: 1024, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50,
};
const SECONDS: Readonly<Record<string, number>> = {
  'ns': 1e-9, 'us': 1e-6, '\u00b5s': 1e-6, 'ms': 1e-3, 's': 1, 'mins': 60, 'hrs': 3600, 'days': 86_400,
};
/** `Oct 8, 2020 at 7:44pm (CEST)`; newer versions print `2024-05-01 19:44:10 UTC`. */
const OLD_TIME = /^Time: (\w{3} \d{1,2}, \d{4}) at (\d{1,2}):(\d\d)(am|pm)/m;
const NEW_TIME = /^Time: (\d{4}-\d\d-\d\d) (\d\d):(\d\d):\d\d/m;
/** From this factor on a difference is said as one. */
const MANY_TIMES = 2;

const partsOf = (text: string): { value: number; unit: string } => {
  const [, value = '0', unit = ''] = /^(-?[\d.]+)(\D*)$/.exec(text) ?? [];
  return { value: Number(value), unit };
};

/** Returns bytes or seconds; a plain number for a count. */
export function pprofAmount(text = ''): number {
  const { value, unit } = partsOf(text);
  return value * (BYTES[unit] ?? SECONDS[unit] ?? 1);
}

export function pprofUnit(text: string): 'bytes' | 'seconds' | 'count' {
  const { unit } = partsOf(text);
  return unit in BYTES ? 'bytes' : unit in SECONDS ? 'seconds' : 'count';
}

interface Table { table: string; total: string | undefined }

/** Returns how the total of the second table differs from the first; null if their sample types differ. */
export function totalsCompared([first, second]: readonly Table[]): string | null {
  if (first?.total === undefined || second?.total === undefined) return null;
  const [type, other] = [first.table, second.table].map((table) => wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, table));
  const kind = pprofUnit(first.total);
  if (type !== other || kind !== pprofUnit(second.total)) return null;
  const [before, after] = [pprofAmount(first.total), pprofAmount(second.total)];
  if (!(before > 0) || !(after > 0)) return null;
  const shown = (value: number): string => (kind === 'bytes' ? formatBytes(value)
    : kind === 'seconds' ? formatSeconds(value) : value.toLocaleString('en-US'));
  const [more, less] = [after / before, before / after];
  const change = more >= MANY_TIMES ? `${rounded(more)} times as much`
    : less >= MANY_TIMES ? `${rounded(less)} times less`
      : `${after < before ? '\u2212' : '+'}${rounded(100 * Math.abs(more - 1))} %`;
  return `The total${type === undefined ? '' : ` of ${type}`} is ${shown(before)} in the first and ${
    shown(after)} in the second${laterBy(first.table, second.table)}: ${change}.`;
}

const rounded = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US');

/** Returns `, 40m later` if both tables have a time of the same day. */
function laterBy(first: string, second: string): string {
  const [from, to] = [minutesOf(first), minutesOf(second)];
  return from === null || to === null || from.day !== to.day || to.minutes <= from.minutes ? ''
    : `, ${formatSeconds((to.minutes - from.minutes) * 60)} later`;
}

function minutesOf(table: string): { day: string; minutes: number } | null {
  const [, day, hour, minute, half] = OLD_TIME.exec(table) ?? NEW_TIME.exec(table) ?? [];
  if (day === undefined) return null;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12 + (half === 'pm' ? 12 : 0);
  return { day, minutes: hours * 60 + Number(minute) };
}

const OF_CPU = /^[ \t>]{0,40}Duration: (\S{1,20}), Total samples = (\S{1,20}) {0,3}\( {0,4}([\d.]{1,12})%\)/m;
/** Of wall time, a goroutine that waits counts like one that runs. */
const NO_CPU = /^(?:wall|time|delay|contentions)$/;
const typeOf = (table: string): string => wordOf(/^[ \t>]{0,40}Type: (\S{1,60})/m, table) ?? '';
const CENTISECOND = 0.01;
/** Number of samples below which functions are not ranked. */
const FEW_SAMPLES = 100;
/** Number below which even a function that has most of them shows nothing. */
const VERY_FEW = 30;
/** Percent of one core below which a program is nearly idle. */
const LITTLE_CPU = 5;

/** Says how busy the processors were: pprof's share is of one core. */
export function coreFacts(table: string): string | null {
  if (NO_CPU.test(typeOf(table))) return null;
  const [, duration, , percent] = OF_CPU.exec(table) ?? [];
  const cores = Number(percent) / 100;
  const rounded = cores < 0.1 ? Number((100 * cores).toPrecision(2)) : Math.round(100 * cores);
  return duration === undefined || !Number.isFinite(cores) ? null
    : cores < 1 ? `The profile has ${rounded} % of one core over ${duration}.`
      : `The profile has ${Number(cores.toPrecision(3))} cores over ${duration}.`;
}

/**
 * Says that a CPU profile has too few samples to rank functions, and how little CPU that is; null for others. `flats`:
 * its self values, which are multiples of 10 ms if it takes 100 samples per second.
 */
export function fewCpuSamples(table: string, flats: readonly string[]): string | null {
  const [, duration = '', total = '', percent = ''] = OF_CPU.exec(table) ?? [];
  const seconds = pprofAmount(total);
  const isWhole = (value: number): boolean => Math.abs(value / CENTISECOND - Math.round(value / CENTISECOND)) < 0.01;
  const samples = Math.round(seconds / CENTISECOND);
  if (duration === '' || NO_CPU.test(typeOf(table)) || pprofUnit(total) !== 'seconds' || samples < 1
    || samples >= FEW_SAMPLES || !isWhole(seconds) || !flats.every((flat) => isWhole(pprofAmount(flat)))) return null;
  const isLittle = Number(percent) < LITTLE_CPU;
  return `The program used ${total} of CPU in ${duration}, ${percent} % of one core${
    isLittle ? ': no high use of CPU is in this profile' : ''}. ${samples === 1 ? 'That is one sample'
    : `Those are about ${samples} samples`} of 10ms: ${samples < VERY_FEW ? 'too few to rank functions, and no reason '
    + 'to change one' : 'too few to rank functions by'}. Record ${isLittle
    ? 'while CPU use is high (rate(process_cpu_seconds_total[5m]) shows when that is)' : 'for longer'}.`;
}

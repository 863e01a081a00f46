/** What GNU `time` prints, in its short form and that of `-v`, or the `time` of a shell, and two of them compared. */
import type { TimeComparison, TimeRow } from '../api/contract.ts';

/** Each figure with the half step it is rounded by. */
export interface Figure { value: number; half: number }

export interface TimeOutput {
  userSeconds: Figure; systemSeconds: Figure; elapsedSeconds: Figure;
  maxResidentBytes: Figure | null; majorFaults: Figure | null; minorFaults: Figure | null;
}

const SHORT = /(\d{1,12}\.\d{1,3})user\s+(\d{1,12}\.\d{1,3})system\s+([\d:.]{1,20})elapsed\s+\S{1,12}CPU\s+\(\d{1,15}avgtext\+\d{1,15}avgdata\s+(\d{1,15})maxresident\)k/;
const SHORT_FAULTS = /\((\d{1,15})major\+(\d{1,15})minor\)pagefaults/;
const LONG = {
  user: /User time \(seconds\): (\d{1,12}\.\d{1,3})/, system: /System time \(seconds\): (\d{1,12}\.\d{1,3})/, elapsed: /Elapsed \(wall clock\) time \(h:mm:ss or m:ss\): ([\d:.]{1,20})/,
  resident: /Maximum resident set size \(kbytes\): (\d{1,15})/, major: /Major \(requiring I\/O\) page faults: (\d{1,15})/, minor: /Minor \(reclaiming a frame\) page faults: (\d{1,15})/,
};

/** `real 0m50.690s` of bash, `real 50.69` of POSIX: they tell neither memory nor faults. */
const SHELL = {
  elapsed: /^real[ \t]+(?:(\d{1,6})m)?(\d{1,12}(?:\.\d{1,3})?)s?[ \t]*\r?$/m, user: /^user[ \t]+(?:(\d{1,6})m)?(\d{1,12}(?:\.\d{1,3})?)s?[ \t]*\r?$/m, system: /^sys[ \t]+(?:(\d{1,6})m)?(\d{1,12}(?:\.\d{1,3})?)s?[ \t]*\r?$/m,
};
const ENDINGS = [/^Command exited with non-zero status \d{1,9}/m, /^Command terminated by signal \d{1,9}/m, /^\s*Exit status: [1-9]\d{0,8}/m];

/** What makes an output less than a whole run: it failed, or is one of several. Sentences. */
export function timeNotes({ name, text }: { name: string; text: string }): string[] {
  const ending = ENDINGS.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])[0];
  const outputs = text.match(/user\s+\S{1,20}system|User time \(seconds\):|^real[ \t]+\d/gm)?.length ?? 0;
  return [
    ...(ending === undefined ? [] : [`${name} did not end well ("${ending}"): its figures may be those of half the work.`]),
    ...(outputs > 1 ? [`${name} holds ${outputs} outputs of time; the first is compared.`] : []),
  ];
}

/** The first such output in the text; null when it holds none. */
export function readTimeOutput(text: string): TimeOutput | null {
  const short = SHORT.exec(text);
  const faults = SHORT_FAULTS.exec(text);
  if (short === null && LONG.user.exec(text) === null) return shellOutput(text);
  const found = short === null
    ? [LONG.user, LONG.system, LONG.elapsed, LONG.resident, LONG.major, LONG.minor].map((pattern) => pattern.exec(text)?.[1])
    : [short[1], short[2], short[3], short[4], faults?.[1], faults?.[2]];
  const userSeconds = seconds(found[0]);
  const systemSeconds = seconds(found[1]);
  const elapsedSeconds = seconds(found[2]);
  if (userSeconds === null || systemSeconds === null || elapsedSeconds === null) return null;
  return { userSeconds, systemSeconds, elapsedSeconds, maxResidentBytes: count(found[3], 1024), majorFaults: count(found[4], 1), minorFaults: count(found[5], 1) };
}

function shellOutput(text: string): TimeOutput | null {
  const of = (pattern: RegExp): Figure | null => {
    const [, minutes, rest] = pattern.exec(text) ?? [];
    return seconds(minutes === undefined ? rest : `${minutes}:${rest ?? ''}`);
  };
  const [userSeconds, systemSeconds, elapsedSeconds] = [of(SHELL.user), of(SHELL.system), of(SHELL.elapsed)];
  if (userSeconds === null || systemSeconds === null || elapsedSeconds === null) return null;
  return { userSeconds, systemSeconds, elapsedSeconds, maxResidentBytes: null, majorFaults: null, minorFaults: null };
}

/** "70.30", "4:01.12", "1:02:03"; the digits after the point say how it was rounded. */
function seconds(text: string | undefined): Figure | null {
  const match = /^(?:(?:(\d{1,6}):)?(\d{1,6}):)?(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text ?? '');
  if (match === null) return null;
  const decimals = match[4] ?? '';
  const whole = Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
  // Hundredths added as hundredths, so that 4:01.12 is 241.12 and not a bit beside it.
  return { value: Number(`${whole}.${decimals === '' ? '0' : decimals}`), half: 0.5 * 10 ** -decimals.length };
}

function count(text: string | undefined, factor: number): Figure | null {
  return text === undefined ? null : { value: Number(text) * factor, half: factor / 2 };
}

export function compareTimes(before: TimeOutput, after: TimeOutput): TimeComparison {
  const cpu = (time: TimeOutput): Figure => ({ value: round(time.userSeconds.value + time.systemSeconds.value), half: time.userSeconds.half + time.systemSeconds.half });
  const cores = (time: TimeOutput): Figure | null => {
    const sum = cpu(time);
    const elapsed = time.elapsedSeconds;
    if (elapsed.value <= elapsed.half) return null;
    const [low, high] = [(sum.value - sum.half) / (elapsed.value + elapsed.half), (sum.value + sum.half) / (elapsed.value - elapsed.half)];
    return { value: sum.value / elapsed.value, half: (high - low) / 2 };
  };
  const rows: (TimeRow | null)[] = [
    row('User CPU', 'seconds', before.userSeconds, after.userSeconds, false),
    row('System CPU', 'seconds', before.systemSeconds, after.systemSeconds, false),
    row('CPU, user and system', 'seconds', cpu(before), cpu(after), true),
    row('Wall clock', 'seconds', before.elapsedSeconds, after.elapsedSeconds, false),
    row('Cores kept busy', 'ratio', cores(before), cores(after), true),
    row('Largest resident memory', 'bytes', before.maxResidentBytes, after.maxResidentBytes, false),
    row('Page faults from disk', 'count', before.majorFaults, after.majorFaults, false),
    row('Page faults from memory', 'count', before.minorFaults, after.minorFaults, false),
  ];
  return {
    rows: rows.filter((one) => one !== null),
    note: 'One run a side: the factors are those of these two runs. Without several runs nobody can say how much of them is chance; repeat each at least 4 times, better 10, in turn.',
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function row(label: string, unit: TimeRow['unit'], before: Figure | null, after: Figure | null, isDerived: boolean): TimeRow | null {
  if (before === null || after === null) return null;
  const factorText = honestQuotient(before, after);
  return {
    label, unit, before: before.value, after: after.value, beforeText: figureText(before, unit), afterText: figureText(after, unit),
    factor: before.value > 0 && after.value > 0 ? before.value / after.value : null, factorText, isDerived,
  };
}

function figureText(figure: Figure, unit: TimeRow['unit']): string {
  if (unit === 'bytes') return `${honest(figure.value / 2 ** 20, figure.half / 2 ** 20, 4) ?? '?'} MiB`;
  if (unit === 'count') return String(figure.value);
  if (unit === 'ratio') return honest(figure.value, figure.half, 3) ?? '?';
  return `${figure.value.toFixed(figure.half >= 0.5 ? 0 : figure.half >= 0.05 ? 1 : 2)} s`;
}

/** Before over after, with as many of at most three digits as stand whatever was rounded away; null when not even one does. */
export function honestQuotient(before: Figure, after: Figure): string | null {
  if (before.value <= 0 || after.value <= 0 || after.value <= after.half) return null;
  const low = Math.max(0, before.value - before.half) / (after.value + after.half);
  const high = (before.value + before.half) / (after.value - after.half);
  for (let digits = 3; digits >= 1; digits--) {
    const text = toDigits(before.value / after.value, digits);
    // A digit stands when what was rounded away moves it by no more than one step.
    const step = 10 ** (Math.floor(Math.log10(before.value / after.value)) - digits + 1);
    if (high - low <= step) return text;
  }
  return null;
}

function honest(value: number, half: number, most: number): string | null {
  if (value <= 0) return value === 0 ? '0' : null;
  for (let digits = most; digits >= 1; digits--) if (2 * half <= 10 ** (Math.floor(Math.log10(value)) - digits + 1)) return toDigits(value, digits);
  return null;
}

function toDigits(value: number, digits: number): string {
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(value)));
  return decimals === 0 && value >= 10 ** digits ? String(Number(value.toPrecision(digits))) : value.toFixed(decimals);
}

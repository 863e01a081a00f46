/** Reads output of GNU `time`, short or `-v`, or of `time` of bash, zsh, csh, fish, POSIX or BSD: one or several. */

/** A figure with half its rounding step. */
export interface Figure { value: number; half: number }

/** Each null if that `time` does not print it. */
export interface TimeOutput {
  userSeconds: Figure; systemSeconds: Figure; elapsedSeconds: Figure;
  maxResidentBytes: Figure | null; readBytes: Figure | null; writtenBytes: Figure | null;
  majorFaults: Figure | null; minorFaults: Figure | null;
  /** Offset in the text. */
  at: number;
}

/** getrusage counts blocks of this size, whatever the block size of the disk. */
const BLOCK_BYTES = 512;

/** A form of output: the pattern that starts one, and the patterns of its figures. */
interface Form {
  name: string; begins: RegExp;
  user: RegExp; system: RegExp; elapsed: RegExp;
  resident?: RegExp; residentSize?: RegExp; residentFactor?: number; residentIfThere?: string;
  inputs?: RegExp; outputs?: RegExp; major?: RegExp; minor?: RegExp;
}

const OF_FISH = String.raw`[ \t]{1,20}(\d[\d.,]{0,12}[ \t]{1,20}(?:secs|millis|micros|mins|hours))`;

/** The built-in commands of csh and fish. */
const OTHER_SHELLS: readonly Form[] = [
  // csh: `3.118u 0.031s 0:03.20 98.4% 0+0k 0+8io 0pf+0w`.
  {
    name: 'csh', begins: /(?<![\w.,])\d{1,12}[.,]\d{1,3}u \d{1,12}[.,]\d{1,3}s [\d:.,]{1,20} \d{1,6}(?:[.,]\d)?%/g,
    user: /^(\d{1,12}[.,]\d{1,3})u /, system: /^\S{1,20}u (\d{1,12}[.,]\d{1,3})s /,
    elapsed: /^\S{1,20}u \S{1,20}s ([\d:.,]{1,20}) /,
  },
  // fish: `Executed in    1.02 secs`, then the user and the system time.
  {
    name: 'fish', begins: new RegExp(`^[ \\t]{0,20}Executed in${OF_FISH}`, 'gm'),
    elapsed: new RegExp(`Executed in${OF_FISH}`), user: new RegExp(`^[ \\t]{0,20}usr time${OF_FISH}`, 'm'),
    system: new RegExp(`^[ \\t]{0,20}sys time${OF_FISH}`, 'm'),
  },
];

const FORMS: readonly Form[] = [
  {
    name: 'gnu', begins: /\d{1,12}[.,]\d{1,3}user\s+\d{1,12}[.,]\d{1,3}system\s/g,
    user: /(\d{1,12}[.,]\d{1,3})user\s/, system: /\s(\d{1,12}[.,]\d{1,3})system\s/,
    elapsed: /\s([\d:.,]{1,20})elapsed\s/,
    resident: /\s(\d{1,15})maxresident\)k/, residentFactor: 1024, inputs: /(\d{1,15})inputs\+/,
    outputs: /\+(\d{1,15})outputs/, major: /\((\d{1,15})major\+/, minor: /\+(\d{1,15})minor\)/,
  },
  {
    name: 'gnu', begins: /User time \(seconds\): /g,
    user: /User time \(seconds\): (\d{1,12}[.,]\d{1,3})/, system: /System time \(seconds\): (\d{1,12}[.,]\d{1,3})/,
    elapsed: /Elapsed \(wall clock\) time \(h:mm:ss or m:ss\): ([\d:.,]{1,20})/,
    resident: /Maximum resident set size \(kbytes\): (\d{1,15})/, residentFactor: 1024,
    inputs: /File system inputs: (\d{1,15})/, outputs: /File system outputs: (\d{1,15})/,
    major: /Major \(requiring I\/O\) page faults: (\d{1,15})/,
    minor: /Minor \(reclaiming a frame\) page faults: (\d{1,15})/,
  },
  // bash, also with the comma of a locale, with or without -p; POSIX; BusyBox (`0m 1.00s`).
  {
    name: 'shell', begins: /^[ \t]*real[ \t]+\d[\dhm., ]{0,20}s?[ \t]*\r?$/gm,
    elapsed: /^[ \t]*real[ \t]+([\dhm., ]{1,20})s?[ \t]*\r?$/m,
    user: /^[ \t]*user[ \t]+([\dhm., ]{1,20})s?[ \t]*\r?$/m,
    system: /^[ \t]*sys[ \t]+([\dhm., ]{1,20})s?[ \t]*\r?$/m,
  },
  // mimalloc with MIMALLOC_SHOW_STATS, often followed by `time`, which measures the same run.
  {
    name: 'mimalloc', begins: /^[ \t]*elapsed:[ \t]+\d{1,9}\.\d{1,3} s[ \t]*\r?$/gm,
    elapsed: /elapsed:[ \t]+(\d{1,9}\.\d{1,3}) s/, user: /process: user: (\d{1,9}\.\d{1,3}) s/,
    system: /, system: (\d{1,9}\.\d{1,3}) s/, residentSize: /, rss: (\d{1,9}(?:\.\d{1,3})? [KMG]iB)/,
  },
  // zsh: `go test ./...  5.21s user 1.02s system 312% cpu 1.994 total`, also with the comma of a locale.
  {
    name: 'zsh', begins: /\d{1,12}[.,]\d{1,3}s user \d{1,12}[.,]\d{1,3}s system /g,
    user: /(\d{1,12}[.,]\d{1,3})s user /, system: / (\d{1,12}[.,]\d{1,3})s system /,
    elapsed: /% cpu ([\d:.,]{1,20}) total/,
  },
  // BSD. Its memory is in bytes on macOS, which alone prints the footprint too, and in KiB elsewhere.
  {
    name: 'bsd', begins: /^[ \t]+\d{1,12}[.,]\d{1,3} real\s+\d/gm,
    elapsed: /(\d{1,12}[.,]\d{1,3}) real/, user: /(\d{1,12}[.,]\d{1,3}) user/, system: /(\d{1,12}[.,]\d{1,3}) sys/,
    resident: /(\d{1,15})[ \t]+maximum resident set size/, residentFactor: 1, residentIfThere: 'peak memory footprint',
  },
  ...OTHER_SHELLS,
];
const ENDINGS = [
  /^Command exited with non-zero status \d{1,9}/m, /^Command terminated by signal \d{1,9}/m,
  /^[ \t]*Exit status: [1-9]\d{0,8}/m,
];
/** Maximum number of outputs, above any real repetition. */
const MAX_OUTPUTS = 1_000;

/** What programs print of their own cases that failed. */
const FAILURES = [
  /\b\d{1,12}\/\d{1,12} (?:succeeded|passed) \([1-9]\d{0,11} fail\w{0,6}\)/, /^test result: FAILED\..{0,80}/m,
  /^FAILED \((?:failures|errors)=[1-9].{0,60}/m, /^={2,80} [1-9]\d{0,9} failed\b.{0,80}/m, /^--- FAIL: \S{1,100}/m,
];

/** Signals with which a command is ended from outside or by a fault. */
const SIGNALS: Readonly<Record<number, string>> = {
  2: 'SIGINT', 6: 'SIGABRT', 9: 'SIGKILL, as by the OOM killer', 11: 'SIGSEGV', 15: 'SIGTERM',
};
/** A shell adds this to the number of the signal that ended a command. */
const SIGNALED = 128;
/** Status of the command `timeout` when the time was over. */
const OF_TIMEOUT = 124;

/** Says which signal a status stands for; "" for others. */
function signalWords(ending: string): string {
  const number = Number(/(\d{1,9})\s*$/.exec(ending)?.[1]);
  if (!ending.includes('signal') && number === OF_TIMEOUT) return ' Status 124 is that of timeout: the time was over.';
  const signal = SIGNALS[ending.includes('signal') ? number : number - SIGNALED];
  return signal === undefined ? '' : ` It was ended by signal ${
    ending.includes('signal') ? number : number - SIGNALED} (${signal}).`;
}

/** Returns warnings about outputs of failed runs, a sentence each; sides with the same failures have one. */
export function timeNotes(sides: readonly { name: string; text: string }[]): string[] {
  const failures = new Map<string, string[]>();
  const ended = sides.flatMap(({ name, text }) => {
    const found = (patterns: readonly RegExp[]): string | undefined =>
      patterns.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])[0];
    const [ending, failure] = [found(ENDINGS), found(FAILURES)];
    if (ending !== undefined)
      return [`${name} has a run that failed ("${ending}"): its figures may cover only part of the work.${
        signalWords(ending)}`];
    if (failure !== undefined) failures.set(failure, [...failures.get(failure) ?? [], name]);
    return [];
  });
  return [...ended, ...[...failures].map(([failure, names]) => (names.length === 1
    ? `${names[0]} has failures in its output ("${failure}"): its time is not that of a good run.`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} have failures in their output ("${failure}"): their times `
      + 'are not those of good runs.'))];
}

/** Maximum number of characters between two outputs of the same run. */
const SAME_RUN_CHARS = 600;

/** Returns where outputs begin, with their form; `time` after mimalloc's output of the same run is left out. */
export function timeForms(text: string): { at: number; form: string }[] {
  const all = FORMS.flatMap(({ name, begins }) =>
    [...text.matchAll(begins)].slice(0, MAX_OUTPUTS).map(({ index }) => ({ at: index, form: name })))
    .sort((a, b) => a.at - b.at);
  return all.filter(({ at, form }, i) => {
    const before = all[i - 1];
    return form === 'mimalloc' || before?.form !== 'mimalloc' || at - before.at > SAME_RUN_CHARS;
  });
}

/** Returns every output in the text, in order; empty without any. Of several forms, only those of the first. */
export function readTimeOutputs(text: string): TimeOutput[] {
  const starts = FORMS.map(
    (form) => ({ form, at: [...text.matchAll(form.begins)].slice(0, MAX_OUTPUTS).map(({ index }) => index) })
  ).filter(({ at }) => at.length > 0);
  const [first] = starts.sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
  if (first === undefined) return [];
  return first.at.flatMap((at, i) => {
    const output = outputOf(first.form, text.slice(at, first.at[i + 1]));
    return output === null ? [] : [{ ...output, at }];
  });
}

function outputOf(form: Form, part: string): Omit<TimeOutput, 'at'> | null {
  const found = (pattern: RegExp | undefined): string | undefined => pattern?.exec(part)?.[1];
  const [userSeconds, systemSeconds, elapsedSeconds] =
    [form.user, form.system, form.elapsed].map((pattern) => seconds(found(pattern)));
  if (!userSeconds || !systemSeconds || !elapsedSeconds) return null;
  // Every process has resident memory: kernels that do not count it print 0, and 0 for reads and writes.
  const isUncounted = Number(found(form.resident) ?? NaN) === 0;
  return {
    userSeconds, systemSeconds, elapsedSeconds,
    maxResidentBytes: isUncounted || !part.includes(form.residentIfThere ?? '') ? null
      : sized(found(form.residentSize)) ?? count(found(form.resident), form.residentFactor ?? 1),
    readBytes: isUncounted ? null : count(found(form.inputs), BLOCK_BYTES, 0),
    writtenBytes: isUncounted ? null : count(found(form.outputs), BLOCK_BYTES, 0),
    majorFaults: count(found(form.major), 1), minorFaults: count(found(form.minor), 1),
  };
}

/** Units of fish. */
const UNIT_SECONDS: Readonly<Record<string, number>> = { micros: 1e-6, millis: 1e-3, secs: 1, mins: 60, hours: 3600 };

/** Parses "70.30", "4:01.12", "1:02:03", "4m1,12", "1h 02m 3.00", "1.02 secs"; the decimals give the rounding. */
function seconds(text: string | undefined): Figure | null {
  const plain = (text ?? '').replace(/[ \t]/g, '').replace(',', '.');
  const [, amount, fraction = '', unit = ''] = /^(\d{1,9}(?:\.(\d{1,6}))?)([a-z]{4,6})$/.exec(plain) ?? [];
  const factor = UNIT_SECONDS[unit];
  if (amount !== undefined && factor !== undefined)
    return { value: Number(amount) * factor, half: 0.5 * 10 ** -fraction.length * factor };
  const match = /^(?:(?:(\d{1,6})[:h])?(\d{1,6})[:m])?(\d{1,12})(?:\.(\d{1,3}))?$/.exec(plain);
  if (match === null) return null;
  const decimals = match[4] ?? '';
  const whole = Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
  // Appends the decimals as text, so that 4:01.12 is exactly 241.12.
  return { value: Number(`${whole}.${decimals === '' ? '0' : decimals}`), half: 0.5 * 10 ** -decimals.length };
}

const SIZE_BYTES: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Parses "248.7 MiB"; the decimals give the rounding. */
function sized(text: string | undefined): Figure | null {
  const [, value, decimals = '', unit = ''] = /^(\d{1,9}(?:\.(\d{1,3}))?) (\S+)$/.exec(text ?? '') ?? [];
  const bytes = SIZE_BYTES[unit];
  return value === undefined || bytes === undefined ? null
    : { value: Number(value) * bytes, half: 0.5 * 10 ** -decimals.length * bytes };
}

function count(text: string | undefined, factor: number, half = factor / 2): Figure | null {
  return text === undefined ? null : { value: Number(text) * factor, half };
}


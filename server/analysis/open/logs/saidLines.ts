/** Errors and warnings in lines of a log, whatever its form: level, message and the cause that is given. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { distinct, ends, middleGap, timeOf } from '../look/factTools.ts';
import type { Look } from '../look/look.ts';

interface SaidLine { level: 'error' | 'warning'; message: string; cause: string }

const ERROR_WORD = /^(?:e|c|f|erro?r?|fatal?|panic?|crit(?:ical)?|severe|alert|emerg)$/i;
const WARNING_WORD = /^(?:w|warn(?:ing)?)$/i;

/** A level before a message, as programs without keys write it; with or without the time before it. */
const TIME = String.raw`(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d\S{0,15}\]?(?: [A-Z]{2,5}| [+-]\d{4})?\s{1,8})?`;
const ZAP = 'error|fatal|panic|warn|ERROR|FATAL|WARN';
const WORDS = 'ERROR|WARN|WARNING|FATAL|CRITICAL|SEVERE';
const COLUMNS: readonly RegExp[] = [
  // zap and VictoriaMetrics: level, place in the code, message; copied from a terminal, the tabs are blanks.
  new RegExp(`^${TIME}(${ZAP})[\\t ]{1,16}\\S{1,200}\\.go:\\d{1,6}[\\t ]{1,16}(.{1,900})`),
  new RegExp(`^${TIME}(${ZAP})\\t\\S{1,200}\\t(.{1,900})`),
  // Rust: level, module, message.
  new RegExp(`^${TIME}(ERROR|WARN) {1,4}(?:[\\w]{1,60}(?:::\\w{1,60}){0,9}: )(.{1,900})`),
  // QuestDB: C and E, the class.
  new RegExp(`^${TIME}([CE]) (?:i\\.q\\.\\S{1,100}|server-main) (.{1,900})`),
  // PostgreSQL, behind a prefix that its configuration gives.
  /^.{0,120}?\b(FATAL|PANIC|ERROR|WARNING):\s{2}(.{1,900})/,
  // logrus on a terminal; etcd before 3.4; Telegraf; klog.
  /^(WARN|ERRO|FATA|PANI)\[\d{4,12}\] (.{1,900})/,
  /(?:^|\s)([CEW]) \| (\w{2,20}: .{1,900})/,
  new RegExp(`^${TIME}([EW])! (.{1,900})`),
  // The parts of InfluxDB before 1.4 have no level.
  /^\[[\w-]{1,30}\] ?\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d ()((?:.{0,80}\b)?(?:[Ff]ailed|[Ee]rror)[: ].{1,600})/,
  /^([EWF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,9}\d{1,9} \S{1,80}\] (.{1,900})/,
  new RegExp(`^${TIME}(?:\\[[\\w .-]{1,60}\\] )?\\[?(${WORDS})\\]?:? (?:\\[\\S{1,80}\\] )?(.{1,900})`),
];
const KEYED_LEVEL = /(?:^|[\s,{])"?(?:level|lvl|severity)"?[=:] ?"?(\w{1,10})/;
/** InfluxDB writes some errors as information. */
const HAS_ERROR = /\blvl=info\b.* error=/;
const KEYED_MESSAGE = /\b(?:msg|message)"?[=:] ?"((?:[^"\\]|\\.){1,900})/;
const BARE_MESSAGE = /\bmsg=([^\s"]{1,200})/;
const KEYED_CAUSE = /\b(?:err|error|reason|details)"?[=:] ?"((?:[^"\\]|\\.){1,900})/;
/** Without quotation marks it goes on to the next key. */
const BARE_CAUSE = /\s(?:err|error|reason)=([^"\s][^\n]{0,600}?)(?=\s{1,8}[\w.]{1,40}=|$)/;
const FAILS = /\b(?:fail(?:ed|ure|s)?|error|cannot|could not|couldn't|unable)\b/i;
const BARE_KEYS = /^(?:ts|caller|time|msg)=\S/;
/** What Go and JSON write for none. */
const NONE = /^(?:null|nil|none|<nil>)?$/i;
/** The fields of zap on a console. */
const JSON_BEHIND = /\s{1,8}\{"\w.*$/;
const KEYS_BEHIND = /\s{1,40}[\w.]{1,40}=\S.*$/;

/** null where the line is neither an error nor a warning, or says nothing. */
function saidLine(raw: string): SaidLine | null {
  const line = raw.trimStart();
  const keyed = KEYED_LEVEL.exec(line)?.[1];
  const given = plain(KEYED_CAUSE.exec(line)?.[1] ?? BARE_CAUSE.exec(line)?.[1] ?? '');
  const cause = NONE.test(given) ? '' : given;
  // A line without a level that gives an error.
  if (keyed !== undefined || (cause !== '' && BARE_KEYS.test(line))) {
    const message = KEYED_MESSAGE.exec(line)?.[1] ?? BARE_MESSAGE.exec(line)?.[1] ?? cause;
    // Prometheus says at the level of debugging that a scrape failed.
    const isFailure = cause !== '' && FAILS.test(message);
    const level = keyed === undefined || HAS_ERROR.test(line) ? 'error'
      : levelOf(keyed) ?? (isFailure ? 'warning' : null);
    return level === null || message === '' ? null : { level, message: plain(message), cause };
  }
  for (const pattern of COLUMNS) {
    const [, word = '', text = ''] = pattern.exec(line) ?? [];
    // Told by the words of the message.
    const level = word === '' && text !== '' ? 'error' : levelOf(word);
    if (level === null || text.trim() === '') continue;
    const message = text.replace(JSON_BEHIND, '').replace(KEYS_BEHIND, '').trim();
    return { level, message: message === '' ? text.trim() : message, cause };
  }
  return null;
}

const plain = (text: string): string => text.replaceAll(String.raw`\"`, '"').trim();

function levelOf(word: string): SaidLine['level'] | null {
  return ERROR_WORD.test(word) ? 'error' : WARNING_WORD.test(word) ? 'warning' : null;
}

interface Said { message: string; times: number[]; causes: Set<string> }

/** Of a longer log, one line is no summary. */
const SHORT_LOG_LINES = 50;
const SAME_MOMENT_SECONDS = 1;

/** By message without its numbers: when each was said, and the causes given. */
function byMessage(lines: readonly { said: SaidLine; time: number }[]): Said[] {
  const all = new Map<string, Said>();
  for (const { said: { message, cause }, time } of lines) {
    // What differs only in its numbers is said again.
    const shape = message.replace(/\d[\d.]{0,30}/g, '0');
    const known = all.get(shape) ?? { message, times: [], causes: new Set<string>() };
    all.set(shape, known);
    known.times.push(time);
    if (cause !== '' && cause !== message) known.causes.add(cause);
  }
  return [...all.values()];
}

/** Of those as often, the first that gives a cause. */
const mostOften = (all: readonly Said[]): Said | null => all.reduce<Said | null>(
  (most, one) => (most === null || one.times.length > most.times.length
    || (one.times.length === most.times.length && most.causes.size === 0 && one.causes.size > 0) ? one : most), null
);

/**
 * The error that is repeated most, else the warning: how often, at what interval, and its cause. Of a short log also
 * one that is not repeated; else null.
 */
export function errorFacts(look: Look): string | null {
  const lines = distinct(look);
  const isShort = lines.length <= SHORT_LOG_LINES;
  const said = lines.flatMap((line, i) => {
    const one = saidLine(line);
    return one === null ? [] : [{ said: withNext(one, lines[i + 1]), time: secondsOf(line) }];
  });
  const [error, warning] = (['error', 'warning'] as const)
    .map((level) => {
      const all = byMessage(said.filter((one) => one.said.level === level));
      const most = mostOften(all);
      const others = most !== null && (level === 'error' || isShort)
        ? all.filter((one) => one !== most && !isPart(one.message, most.message)) : [];
      return most === null ? null : { most, other: mostOften(others) };
    });
  for (const [level, one] of [['error', error], ['warning', warning]] as const) {
    if (one === null || one === undefined) continue;
    // Where a finding leaves out a warning, it leaves out the other, too.
    const also = one.other === null ? '' : level === 'warning' ? ` ${once(level, one.other)}`
      : ` Also: "${ends(one.other.message)}".${causeOf(one.other.causes)}`;
    if (one.most.times.length > 1) return `${repeated(level, one.most)}${also}`;
    if (isShort) return `${once(level, one.most)}${also}`;
  }
  return null;
}

/** A message that goes on in the next line, as errors of YAML do. */
function withNext(one: SaidLine, next: string | undefined): SaidLine {
  return one.cause !== '' || !one.message.endsWith(':') || next === undefined || !/^\s{2,}\S/.test(next) ? one
    : { ...one, cause: next.replace(KEYS_BEHIND, '').trim() };
}

/** A line that a copy cut is of the same message. */
const isPart = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

/** logrus on a terminal counts seconds from its start. */
function secondsOf(line: string): number {
  return Number(/^\s{0,20}[A-Z]{4}\[(\d{1,9})\]/.exec(line)?.[1] ?? timeOf(line));
}

function once(level: string, { message, causes }: Said): string {
  return `It logged the ${level} "${ends(message)}".${causeOf(causes)}`;
}

function repeated(level: string, { message, times, causes }: Said): string {
  const gap = middleGap(times);
  const often = `${times.length} times`;
  const said = gap === null || gap < SAME_MOMENT_SECONDS ? `occurs ${often}.`
    : `is repeated every ${formatSeconds(gap)} (${often}).`;
  return `The ${level} "${ends(message)}" ${said}${causeOf(causes)}`;
}

function causeOf(causes: ReadonlySet<string>): string {
  const given = [...causes].slice(0, 2).map((cause) => `"${ends(cause)}"`).join(' and ');
  return given === '' ? '' : ` The cause given is ${given}.`;
}

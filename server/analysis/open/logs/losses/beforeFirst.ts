/** Says which task of the server came right before the first line of a fault that is repeated. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timeOf } from '../../look/factTools.ts';

const FAULT = /\blevel"?[=:] ?"?(?:warn|error)/i;
const MESSAGE = /\bmsg"?[=:] ?("(?:[^"\\]|\\.){1,300}"|\S{1,300})/;
const START = /\bmsg"?[=:] ?"?Starting Prometheus\b/;
/** Tasks that change what the storage or the scrapes hold, the most telling first. */
const TASKS: readonly (readonly [RegExp, string])[] = [
  [/\bmsg"?[=:] ?"?series GC (?:started|completed)/, 'a series GC'],
  [/\bmsg"?[=:] ?"?Completed loading of configuration file/, 'a reload of the configuration'],
  [/\bmsg"?[=:] ?"?Head GC completed/i, 'a GC of the head'],
  [/\bmsg"?[=:] ?"?WAL checkpoint complete/, 'a WAL checkpoint'],
];
/** Faults of these tasks themselves. */
const OF_TASKS = /compact|checkpoint|truncat|reload|loading/i;
const MAX_LINE = 2000;
const MIN_FAULTS = 5;
const MAX_GAP_SECONDS = 60;
/** Minimum age of the process; earlier lines belong to its start. */
const MIN_AGE_SECONDS = 60;

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19);
/** Seconds from minutes on are of no use. */
const spanText = (seconds: number): string =>
  formatSeconds(seconds >= 600 ? Math.round(seconds / 60) * 60 : Number(seconds.toPrecision(2)));

/** Returns the sentence; null if no fault is repeated, or nothing of that kind came right before the first one. */
export function beforeFirst(all: readonly string[]): string | null {
  const lines = all.map((line) => ({ text: line.slice(0, MAX_LINE), seconds: timeOf(line) }));
  const faults = new Map<string, number[]>();
  for (const { text, seconds } of lines) {
    const message = FAULT.test(text) ? MESSAGE.exec(text)?.[1] : undefined;
    if (message !== undefined && !OF_TASKS.test(message)) faults.set(message, [...faults.get(message) ?? [], seconds]);
  }
  const [most] = [...faults].sort(([, a], [, b]) => b.length - a.length);
  const first = most === undefined || most[1].length < MIN_FAULTS ? NaN : Math.min(...most[1]);
  if (most === undefined || !Number.isFinite(first)) return null;
  const started = Math.max(...lines.flatMap(({ text, seconds }) =>
    (START.test(text) && seconds <= first ? [seconds] : [])));
  const before = lines.filter(({ seconds }) => seconds <= first && seconds - started >= MIN_AGE_SECONDS);
  for (const [pattern, task] of TASKS) {
    const [one, other] = before.filter(({ text }) => pattern.test(text));
    // A task that went well before is not what began the fault.
    if (one === undefined || other !== undefined || !(first > one.seconds)
      || first - one.seconds > MAX_GAP_SECONDS) continue;
    const age = one.seconds - started;
    return `The first line ${quotedMessage(most[0])} came ${spanText(first - one.seconds)} after ${task} (at ${
      clock(one.seconds)} UTC)${Number.isFinite(age) ? `, ${spanText(age)} after the start` : ''}.`;
  }
  return null;
}

const quotedMessage = (message: string): string => `"${message.replace(/^"|"$/g, '')}"`;

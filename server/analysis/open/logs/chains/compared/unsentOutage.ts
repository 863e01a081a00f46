/** Says that a restart of Prometheus during an outage of its receiver leaves samples unsent. Pure; bounded. */
import { timeOf } from '../../../look/factTools.ts';

const FAILED = /\bmsg"?[=:] ?"Failed to send batch, retrying"/;
const NOT_FLUSHED = /\bFailed to flush all samples on shutdown\b/;
const BEGINS = /\bmsg"?[=:] ?"Starting Prometheus(?: Server)?"/;
const STOPS = /\bReceived (?:SIGTERM|an OS signal), exiting gracefully/;
const OF_AGENT = /\bmode"?[=:] ?"?agent\b/;
/** Repeated warnings are logged about once a minute, so an outage is not over before. */
const MAX_QUIET_SECONDS = 180;

const timesOf = (lines: readonly string[], kind: RegExp): number[] =>
  lines.filter((line) => kind.test(line)).map(timeOf).filter(Number.isFinite).toSorted((a, b) => a - b);
const clock = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** Returns what a restart that followed failed sends means; null without one, or if sends may have succeeded before. */
export function unsentOutage(lines: readonly string[]): string | null {
  const failed = timesOf(lines, FAILED);
  const begun = timesOf(lines, BEGINS).findLast((time) => time > (failed[0] ?? Infinity));
  const [first] = failed;
  const last = failed.findLast((time) => time < (begun ?? 0));
  if (begun === undefined || first === undefined || last === undefined) return null;
  const within = (time: number): boolean => time >= last && time <= begun;
  const ended = timesOf(lines, STOPS).find(within) ?? begun;
  if (!timesOf(lines, NOT_FLUSHED).some(within) && ended - last > MAX_QUIET_SECONDS) return null;
  const isAgent = lines.some((line) => BEGINS.test(line) && OF_AGENT.test(line));
  const isAgain = failed.some((time) => time > begun);
  const after = isAgain ? 'Sends fail after it, too: see to the receiver first'
    : 'No failed send is logged after it: see whether samples arrive again';
  const source = isAgent ? 'another source if there is one, as an agent keeps no blocks'
    : 'its own blocks, which have them';
  return `Sends failed from ${clock(first)} until the restart at ${clock(begun)}; what was not sent before it is not `
    + `sent any more: after a start, remote write${isAgent ? ' of an agent, as of a server,' : ''} sends only newer `
    + `samples, and reads the older WAL for its series. ${after}, then fill the gap from ${source}; while a receiver `
    + 'is not reached, do not restart the sender.';
}

/**
 * Judges logs whose few errors lose next to nothing: sends that failed at the first attempt only, samples that a
 * restarted sender sent again, rare refusals of a sampled log, one object that an operator skips. Pure; bounded.
 */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { secondsBetween, type Entry } from '../../logs/ordinary/entries.ts';

export interface Failed { entry: Entry; message: string; cause: string }

const MIN_AFTER_SECONDS = 60;
const HOUR = 3600;
const listed = (all: readonly string[]): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`);

/** Returns the hours that the log spans; 0 without times. */
function hoursOf(entries: readonly Entry[]): number {
  const timed = entries.filter(({ moment }) => moment !== null);
  return (secondsBetween(timed[0], timed.at(-1)) ?? 0) / HOUR;
}

const ATTEMPT = /^attempt (\d{1,3}) to send request failed: /;
const FINAL = /\(retriable: false\)/;
const CLOSED = /: EOF\b|connection reset by peer|broken pipe|server closed idle connection/;
const DROPPED_ROWS = /^vmalert_remotewrite_dropped_rows_total(?:\{[^}\n]{0,300}\})? (\d[\d.e+]{0,20})$/gm;
/** A first attempt that fails more often is worth a look. */
const MAX_PER_HOUR = 6;

/** Judges sends of vmalert of which no second attempt failed. */
export function firstAttempts(failed: readonly Failed[], entries: readonly Entry[], text: string): string | null {
  if (!failed.every(({ message }) => ATTEMPT.exec(message)?.[1] === '1')
    || failed.some(({ entry }) => FINAL.test(entry.line))) return null;
  if (failed.length > Math.max(2, MAX_PER_HOUR * hoursOf(entries))) return null;
  const dropped = [...text.matchAll(DROPPED_ROWS)].map(([, value]) => Number(value));
  if (dropped.some((value) => value > 0)) return null;
  const counted = dropped.length === 0 ? '' : ', and vmalert_remotewrite_dropped_rows_total is 0: nothing was lost';
  const closed = failed.every(({ entry }) => CLOSED.test(entry.line)) ? ' The other side, or something between, had '
    + 'closed the connection, as after its idle timeout.' : '';
  const sends = failed.length === 1 ? 'a send' : `${failed.length} sends`;
  return `Little is wrong: ${sends} failed at the first attempt, no line has a second attempt or dropped data${
    counted}.${closed} No step is needed unless it becomes frequent.`;
}

const RESENT = /^Out of order sample from remote write\b/;
const RESTART = /\brestart(?:ed|s|ing)?\b/i;
const SENDER = /\b(?:agents?|senders?|vmagent|alloy|collectors?|clients?|edge|remote[ _-]write)\b/i;
const OF_LOG = /\d{4}-\d\d-\d\dT|\b(?:level|lvl|ts|caller)[=:]/;
const CLOCK = /(?<![\d:.])([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g;
const MAX_NOTES = 20;
const MAX_LINE = 1000;
const DAY = 86_400;

/** Returns the times of day at which the writer restarted a sender, as they are written. */
const restartsIn = (text: string): { text: string; from: number; to: number }[] => text.split('\n')
  .filter((line) => line.length <= MAX_LINE && RESTART.test(line) && SENDER.test(line) && !OF_LOG.test(line))
  .slice(0, MAX_NOTES).flatMap((line) => [...line.matchAll(CLOCK)].map(([written, hours, minutes, seconds]) => {
    const from = Number(hours) * HOUR + Number(minutes) * 60 + Number(seconds ?? 0);
    return { text: written, from, to: from + (seconds === undefined ? 120 : 60) };
  }));

/** Judges requests that were refused only right after restarts of their sender, which the text tells. */
export function sentAgainAfterRestart(
  failed: readonly Failed[], entries: readonly Entry[], text: string
): string | null {
  if (!failed.every(({ message }) => RESENT.test(message))) return null;
  const restarts = restartsIn(text);
  const after = failed.map(({ entry: { moment } }) => {
    const time = (moment?.seconds ?? NaN) % DAY;
    const restart = restarts.find(({ from, to }) => time >= from && time <= to);
    return restart === undefined ? null : { restart, seconds: time - restart.from };
  });
  const known = after.filter((one) => one !== null);
  const newest = entries.findLast(({ moment }) => moment !== null);
  const rest = secondsBetween(failed.at(-1)?.entry, newest) ?? 0;
  if (known.length < failed.length || rest < MIN_AFTER_SECONDS) return null;
  const times = [...new Set(known.map(({ restart }) => restart.text))];
  const requests = failed.length === 1 ? 'the refused request' : `all ${failed.length} refused requests`;
  const within = Math.max(1, Math.ceil(Math.max(...known.map(({ seconds }) => seconds))));
  return `Little is wrong: ${requests} came within ${formatSeconds(within)} after the ${
    times.length === 1 ? 'restart' : 'restarts'} of the sender at ${listed(times)}, and none in the ${
    formatSeconds(rest)} after that. A sender that is restarted sends again from its WAL what it had delivered `
    + 'before, and the receiver refuses what it has already: no step is needed unless it goes on without a restart.';
}

const SAMPLED = /\(sampled 1\/(\d{1,6})\)/;
const REFUSED = /\berr-mimir-sample-(?:out-of-order|duplicate-timestamp|timestamp-too-old)\b/;
const NAME = /\bfrom series ([a-zA-Z_:][\w:]{0,200})(?=\{|\s|$)/;
const JOB = /\bjob=\\{0,4}"([^"\\]{1,200})\\{0,4}"/;
/** Refused samples per hour that are few. */
const MAX_REFUSED = 60;

/** Returns the only value that all have; null if they differ or one has none. */
function onlyOf(all: readonly (string | undefined)[]): string | null {
  const [only, other] = new Set(all);
  return only === undefined || other !== undefined ? null : only;
}

/** Judges rare refusals of samples in a log of Mimir that has one of several. */
export function sampledRefusals(failed: readonly Failed[], entries: readonly Entry[]): string | null {
  const rate = onlyOf(failed.map(({ entry }) => SAMPLED.exec(entry.line)?.[1]));
  const hours = hoursOf(entries);
  const about = Number(rate) * failed.length;
  if (rate === null || hours < 1 || about > MAX_REFUSED * hours
    || !failed.every(({ entry }) => REFUSED.test(entry.line))) return null;
  const times = failed.flatMap(({ entry }) => entry.moment?.seconds ?? []).sort((a, b) => a - b);
  const moments = times.filter((time, i) => i === 0 || time - (times[i - 1] ?? time) > MIN_AFTER_SECONDS).length;
  const lines = failed.map(({ entry }) => entry.line);
  const [name, job] = [NAME, JOB].map((pattern) => onlyOf(lines.map((line) => pattern.exec(line)?.[1])));
  const of = name === null || name === undefined ? '' : `, all of ${name}${
    job === null || job === undefined ? '' : ` of the job ${job}`}`;
  return `Little is wrong by these lines: samples were refused at ${
    moments === 1 ? 'one moment' : `${moments} moments`} in ${formatSeconds(hours * HOUR)}${of}. The log has one of ${
    rate} such errors ("sampled 1/${rate}"), so about ${
      formatNumber(about)} were refused; cortex_discarded_samples_total has the number.`;
}

const SKIPS = /^skipping (servicemonitor|podmonitor|probe|scrapeconfig|prometheusrule|object)\b/i;
const OBJECT = /\b(servicemonitor|podmonitor|probe|scrapeconfig|prometheusrule)=([\w.-]{1,63}\/[\w.-]{1,253})/;
const KINDS: Readonly<Record<string, string>> = {
  servicemonitor: 'ServiceMonitor', podmonitor: 'PodMonitor', probe: 'Probe', scrapeconfig: 'ScrapeConfig',
  prometheusrule: 'PrometheusRule',
};

/** Judges a log of the Prometheus Operator that skips one object. */
export function oneSkippedObject(failed: readonly Failed[]): string | null {
  const found = failed.map(({ entry, message }) => (SKIPS.test(message) ? OBJECT.exec(entry.line) : null));
  const [kind, name] = [1, 2].map((at) => onlyOf(found.map((match) => match?.[at])));
  if (kind === null || kind === undefined || name === null || name === undefined) return null;
  const lacks = kind === 'prometheusrule' ? 'rules' : 'targets';
  return `Little is wrong beyond one object: the only one that is skipped is the ${KINDS[kind] ?? kind} ${name}, ${
    failed.length === 1 ? 'once' : `${failed.length} times`}, so Prometheus lacks only its ${lacks}.`;
}

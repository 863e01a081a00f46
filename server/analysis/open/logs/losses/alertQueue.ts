/** Says that one Alertmanager which does not answer makes Prometheus drop the alerts for all of them. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { middleGap, timeOf } from '../../look/factTools.ts';

const FULL = /\bmsg"?[=:] ?"?Alert notification queue full\b/;
const UNSENT = /\bmsg"?[=:] ?"?Error sending alerts?\b/;
const WAITED = /i\/o timeout|deadline exceeded|Client\.Timeout|\btimed out\b/i;
const RECEIVER = /\balertmanager"?[=:] ?"?(https?:\/\/[^\s"]{1,300})/;
const COUNT = /\s"?(?:count|num_?alerts|numAlerts)"?[=:] ?"?(\d{1,9})\b/i;
const MAX_LINE = 2000;
const MAX_NAMED = 3;
const MIN_LINES = 3;
/** The meaning of the message of a full queue, which this one replaces. */
const MEANING = /Alerts were dropped, because more came than were sent to the Alertmanager: [^.]{1,200}\./;

const hostOf = (url: string): string => url.replace(/^https?:\/\/(?:[^/@]{1,200}@)?/, '').replace(/[/?].*$/, '');
const listed = (all: readonly string[]): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`);

/** Returns facts in which a full queue is explained by the Alertmanagers that do not answer in time. */
export function withAlertQueue(facts: string | null, all: readonly string[]): string | null {
  if (facts === null || !MEANING.test(facts)) return facts;
  const lines = all.map((line) => line.slice(0, MAX_LINE));
  const full = lines.filter((line) => FULL.test(line));
  const unsent = lines.filter((line) => UNSENT.test(line) && WAITED.test(line));
  const hosts = [...new Set(unsent.flatMap((line) => RECEIVER.exec(line)?.[1] ?? []).map(hostOf))];
  // Later versions have a queue for each Alertmanager, which the line names.
  if (hosts.length === 0 || hosts.length > MAX_NAMED || full.length === 0 || full.some((line) => RECEIVER.test(line)))
    return facts;
  const names = listed(hosts);
  return facts.replace(MEANING, () => `Alerts were dropped because sending them takes too long: Prometheus sends from `
    + `one queue to all of its Alertmanagers, and waits for each of them, so while ${names} ${
      hosts.length === 1 ? 'does' : 'do'} not answer, alerts for any other one are dropped, too.${
      hosts.length === 1 ? paceOf(unsent, full) : ''} Bring ${names} back, or take ${
      hosts.length === 1 ? 'it' : 'them'} out of alerting in prometheus.yml; until then a shorter timeout there and a `
    + 'larger --alertmanager.notification-queue-capacity lose fewer alerts. Newer versions of Prometheus 3 have a '
    + 'queue for each Alertmanager.');
}

/** Says how much goes out while each request waits for its timeout, and how soon the queue was full. */
function paceOf(unsent: readonly string[], full: readonly string[]): string {
  const times = unsent.map(timeOf);
  const gap = unsent.length < MIN_LINES ? null : middleGap(times);
  const most = Math.max(0, ...unsent.flatMap((line) => COUNT.exec(line)?.[1] ?? []).map(Number));
  if (gap === null || !(gap >= 1) || most === 0) return '';
  const after = Math.min(...full.map(timeOf)) - Math.min(...times);
  return ` The lines show requests of at most ${most} alerts, one about every ${
    formatSeconds(Number(gap.toPrecision(2)))}${after > 0
    ? `, and the first alerts dropped ${formatSeconds(after)} after the first failed request` : ''}.`;
}

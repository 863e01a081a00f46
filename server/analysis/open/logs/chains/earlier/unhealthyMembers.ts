/** Says since when a member of a ring is unhealthy, and what part of the requests failed meanwhile. Pure; bounded. */
import { distinct, quoted, timedLines, type TimedLine } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { momentOf } from '../../said/lines/moments.ts';

const MEANING = /The ring has too few healthy members for its replication factor: (see the ring page [^\n]{1,300}?\.)/;
const UNHEALTHY = /\bunhealthy instances: ((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?)\b/;
/** A client of ingesters or distributors gave up an address. */
const HEALTH = /\b(?:removing (?:ingester|\w{1,20}) failing health ?check|health ?check failed)\b/i;
const REASON = /\b(?:reason|err|error)="?([^"\n]{1,200})/;
/** Memberlist gave up a member. */
const GOSSIP = /\bMarking (\S{1,100}) as failed\b/;
/** A request with its status, as these programs log each. */
const REQUEST = /\b((?:POST|PUT|GET) \/\S{1,200}) \((\d{3})\) /;
const MIN_REQUESTS = 5;
const MAX_LINE = 2000;

/** Returns the facts with what came before the error and the part that failed; as they are without such lines. */
export function withUnhealthyMember(facts: string | null, look: Look): string | null {
  if (facts === null || !MEANING.test(facts)) return facts;
  const lines = timedLines(look).map((one) => ({ ...one, line: one.line.slice(0, MAX_LINE) }));
  const at = lines.findIndex(({ line }) => UNHEALTHY.test(line));
  const member = UNHEALTHY.exec(lines[at]?.line ?? '')?.[1];
  const share = failedShare(distinct(look));
  const before = member === undefined ? null : earlier(lines.slice(0, at), member);
  if (before === null) return share === null ? facts : facts.replace(MEANING, (all) => `${share} ${all}`);
  const step = `see why ${member ?? ''} does not answer, and if it is gone for good, forget it on the ring page.`;
  return facts.replace(MEANING, () => `${share === null ? '' : `${share} `}${before} The ring has too few healthy `
    + `members for its replication factor: ${step}`);
}

/** Says when the member failed, from lines of any level before the first error. */
function earlier(lines: readonly TimedLine[], member: string): string | null {
  const health = lines.find(({ line }) => HEALTH.test(line) && line.includes(member));
  const gossip = lines.find(({ line }) => GOSSIP.test(line));
  const marked = gossip === undefined ? null
    : `memberlist marked ${GOSSIP.exec(gossip.line)?.[1] ?? ''} as failed${timeOf(gossip)}`;
  if (health === undefined) return marked === null ? null : `Before that, ${marked}.`;
  const reason = REASON.exec(health.line)?.[1];
  return `Before that, ${member} failed its health check${timeOf(health)}${
    reason === undefined ? '' : ` (${quoted(reason)})`}${marked === null ? '' : `, and ${marked}`}.`;
}

const timeOf = ({ line, stamp }: TimedLine): string => {
  const text = momentOf(line, stamp)?.text ?? null;
  return text === null ? '' : ` at ${text}`;
};

/** Says how many of the requests of a path got 5xx, if others did not; null otherwise. */
function failedShare(lines: readonly string[]): string | null {
  const requests = lines.flatMap((line) => {
    const [, path = '', status = ''] = REQUEST.exec(line.slice(0, MAX_LINE)) ?? [];
    return path === '' ? [] : [{ path, status }];
  });
  const path = requests.find(({ status }) => status.startsWith('5'))?.path;
  const all = requests.filter((one) => one.path === path);
  const failed = all.filter(({ status }) => status.startsWith('5')).length;
  const good = all.filter(({ status }) => status.startsWith('2')).length;
  return path === undefined || all.length < MIN_REQUESTS || good === 0 ? null
    : `${failed} of ${all.length} ${path} requests in these lines failed (${
      (100 * failed / all.length).toFixed(0)} %), ${good} succeeded.`;
}

/** Reads the members of a hash ring from the table of its page. Pure; bounded. */
import { fits } from '../../../../core/text/prefilter/fits.ts';

const MAX_CHARS = 256 * 1024;
const MAX_ROWS = 1000;
const MAX_TOLD = 3;
const GAP = String.raw`[^\w\n]{1,60}`;
/** The header of the page, also as a table between bars. */
export const RING = new RegExp(
  String.raw`^[^\w\n]{0,20}(?:Instance ID|ID)${GAP}(?:Availability )?Zone${GAP}State${GAP}Address\b`
    + String.raw`|^ID\s+State\s+Address\s.*Tokens`, 'mi'
);
const ROW = new RegExp(/^[|\u2502 \t]{0,8}([\w.-]{3,253})(?: {2}| ?[|\u2502\t])[^\n]{0,120}?\b/.source
  + /(ACTIVE|PENDING|JOINING|LEAVING|LEFT|UNHEALTHY|Unhealthy)\b([^\n]{0,300})$/.source, 'gm');
const AGO = /\b(\d[\dhms.]{1,20}) ago\b(?: \((\d\d:\d\d:\d\d)\))?/;

export interface RingMember {
  id: string;
  state: string;
  isActive: boolean;
  /** Age of its last heartbeat and its time of day, as written; null if the page does not have them. */
  ago: string | null;
  clock: string | null;
}

/** Returns the members in the order of the page; none of other texts. */
export function ringMembers(text: string): RingMember[] {
  const head = text.slice(0, MAX_CHARS);
  return !fits(RING, head) ? [] : [...head.matchAll(ROW)].slice(0, MAX_ROWS)
    .map(([, id = '', state = '', rest = '']): RingMember => {
      const [, ago = null, clock = null] = AGO.exec(rest) ?? [];
      return { id, state, isActive: state === 'ACTIVE', ago, clock };
    });
}

/** Returns the number of tables of members. */
export const tablesIn = (text: string): number =>
  text.slice(0, MAX_CHARS).split('\n').filter((line) => RING.test(line)).length;

/** Lists members that are not active with their last heartbeats; null if all are. */
export function badMembers(members: readonly RingMember[]): string | null {
  const bad = members.filter(({ isActive }) => !isActive);
  const told = bad.slice(0, MAX_TOLD).map(({ id, ago, clock }) => `${id}${ago === null ? ''
    : `, last heartbeat ${ago} ago${clock === null ? '' : ` at ${clock}`}`}`);
  return bad.length === 0 ? null
    : `${told.join('; ')}${bad.length > MAX_TOLD ? ` and ${bad.length - MAX_TOLD} more` : ''}`;
}

/** Words in the names of members, by the system that they are of. */
const SYSTEMS: readonly (readonly [word: RegExp, system: string])[] = [
  [/(?:^|[-_.])loki(?=[-_.]|$)/i, 'Loki'], [/(?:^|[-_.])mimir(?=[-_.]|$)/i, 'Mimir'],
  [/(?:^|[-_.])tempo(?=[-_.]|$)/i, 'Tempo'], [/(?:^|[-_.])cortex(?=[-_.]|$)/i, 'Cortex'],
  [/(?:^|[-_.])pyroscope(?=[-_.]|$)/i, 'Pyroscope'],
];
const systemsIn = (id: string): string[] =>
  SYSTEMS.flatMap(([word, system]) => (word.test(id) ? [system] : []));

/**
 * Counts the members by system, where their names show that they are of several: `3 of Loki (loki-0, ...) and 3 of
 * Mimir (...)`. Null for other rings: a release may have the name of another system before the one of its members.
 */
export function foreignMembers(members: readonly RingMember[]): string | null {
  const known = members.map(({ id }) => ({ id, systems: systemsIn(id) }));
  if (known.some(({ systems }) => systems.length > 1)) return null;
  const named = [...new Set(known.flatMap(({ systems }) => systems))].map((system) => ({
    system, ids: known.filter(({ systems }) => systems.includes(system)).map(({ id }) => id),
  }));
  return named.length < 2 ? null : named.map(({ system, ids }) => `${ids.length} of ${system} (${ids[0] ?? ''}${
    ids.length > 1 ? ` and ${ids.length - 1} more` : ''})`).join(' and ');
}

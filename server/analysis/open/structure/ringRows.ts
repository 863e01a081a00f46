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

/** Lists members that are not active with their last heartbeats; null if all are. */
export function badMembers(members: readonly RingMember[]): string | null {
  const bad = members.filter(({ isActive }) => !isActive);
  const told = bad.slice(0, MAX_TOLD).map(({ id, ago, clock }) => `${id}${ago === null ? ''
    : `, last heartbeat ${ago} ago${clock === null ? '' : ` at ${clock}`}`}`);
  return bad.length === 0 ? null
    : `${told.join('; ')}${bad.length > MAX_TOLD ? ` and ${bad.length - MAX_TOLD} more` : ''}`;
}

/** Says which unhealthy member of a ring is one that the text says is gone, so that it is forgotten. Pure; bounded. */
import { firstIn } from '../../../../../core/text/prefilter/fits.ts';
import type { Look } from '../../look/look.ts';

const ADDRESS = String.raw`\d{1,3}(?:\.\d{1,3}){3}`;
const MEMBER = `${ADDRESS}${/(?::\d{1,5})?/.source}`;
const UNHEALTHY = new RegExp(String.raw`\bunhealthy instances: (${MEMBER}(?:, ?${MEMBER}){0,9})`);
const GONE = /\b(offline|down|removed|deleted|terminated|decommissioned|dead|gone|replaced)\b/i;
const BY = new RegExp(String.raw`\breplaced (?:by|with) [^\n.]{0,40}?(${ADDRESS})\b`, 'i');
/** A line of a log says of a member what the error says, and not what was done with it. */
const LOGGED = /\blevel=|\bmsg=|^\d{4}-\d\d-\d\d/;
const UNREAL = /\b(?:if|when|not|never|before)\b/i;
const MEANING = /The ring has too few healthy members for its replication factor: [^\n]{1,300}?\.(?= [A-Z]|$)/;
const MAX_LINES = 1000;
const MAX_LINE = 400;

/** Returns the facts with the member that is to be forgotten; as they are if no line of the text says it is gone. */
export function withGoneMember(facts: string | null, { text }: Look): string | null {
  const members = firstIn(UNHEALTHY, text)?.[1]?.split(/, ?/) ?? [];
  if (facts === null || members.length === 0) return facts;
  const lines = text.split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
    .filter((line) => !LOGGED.test(line) && !UNREAL.test(line));
  for (const member of members) {
    const address = member.replace(/:\d{1,5}$/, '');
    const line = lines.find((one) => hasAddress(one, address) && GONE.test(one));
    if (line === undefined) continue;
    const by = BY.exec(line)?.[1];
    const other = by === undefined || by === address ? null : by;
    const word = GONE.exec(line)?.[1]?.toLowerCase() ?? '';
    const state = word === 'replaced' ? '' : `${word.endsWith('ed') ? 'was' : 'is'} ${word}`;
    const told = [state, other !== null ? `was replaced by ${other}` : word === 'replaced' ? 'was replaced' : '']
      .filter((part) => part !== '').join(' and ');
    return facts.replace(MEANING, () => 'The ring has too few healthy members for its replication factor: the text '
      + `says that ${address} ${told}, so forget ${member} on the ring page${
        other === null ? '' : `, and see there whether ${other} is ACTIVE`}.`);
  }
  return facts;
}

/** Whether a line has an address that is not the beginning or the end of another one. */
function hasAddress(line: string, address: string): boolean {
  const at = line.indexOf(address);
  return at >= 0 && !/[\d.]$/.test(line.slice(0, at)) && !/^\d/.test(line.slice(at + address.length));
}

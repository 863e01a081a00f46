/** Summarizes what the scavenger of Go says among the lines of gctrace: memory returned to the system. Pure. */
import { isIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';

const STATE = new RegExp(String.raw`\bscvg\d{0,9}: inuse: (\d{1,9}), idle: (\d{1,9}), sys: (\d{1,9}), `
  + String.raw`released: (\d{1,9}), consumed: (\d{1,9}) \(MB\)`, 'g');
/** Older versions print it before the cycle that the runtime starts after two minutes without one. */
const FORCED = /^[^\n]{0,80}\bGC forced[ \t]{0,9}\r?$/gm;
const MAX_LINES = 5000;
const MOSTLY = 0.5;

const amount = (megabytes: number): string => `${megabytes.toLocaleString('en-US')} MB`;

/** Returns the state of the last line of the scavenger, and how often two minutes passed without a cycle. */
export function scavengerFacts(text: string): string | null {
  if (!isIn('scvg', text) && !isIn('GC forced', text)) return null;
  const states = [...text.matchAll(STATE)].slice(0, MAX_LINES)
    .map(([, ...values]) => values.map(Number));
  const [first, last] = [states[0], states.at(-1)];
  const forced = [...text.matchAll(FORCED)].length;
  return joined([
    first === undefined || last === undefined ? null : stateWords(first, last, states.length),
    forced === 0 ? null : `"GC forced" is in ${forced === 1 ? 'one line' : `${forced} lines`}: the runtime starts such `
      + 'a cycle after 2 minutes without one.',
  ]);
}

function stateWords(first: readonly number[], last: readonly number[], count: number): string {
  const [[, , , before = 0], [inUse = 0, , total = 0, released = 0, consumed = 0]] = [first, last];
  const from = count > 1 && before !== released ? `, from ${amount(before)} in the first` : '';
  const stays = released < MOSTLY * total ? ''
    : ' Go 1.12 to 1.15 return it so that resident memory falls only when the host needs memory: a large RES is then '
      + 'no leak.';
  return `In the last line of the scavenger ${amount(released)} of ${amount(total)} are returned to the system${
    from}; ${amount(inUse)} are in use, ${amount(consumed)} consumed.${stays}`;
}

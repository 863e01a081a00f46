/** Says of a pile of goroutines at one place what one profile shows of it, and what would show a leak. Pure. */

interface Group { count: number; at: string; requests: number; lines: readonly string[] }

/** Goroutines of one place that are a pile, as a number and as a share of all. */
const MIN_PILE = 100;
const MIN_SHARE = 0.5;
const NEARLY_ALL = 0.9;
/** Loops of which each open connection has one: they are as many as there are connections. */
const OF_CONNECTION = new RegExp(String.raw`^(?:http2?|transport|grpc\w{0,10}|websocket|quic|net|fasthttp|remote)\.`
  + String.raw`|\.\(\*\w{0,40}[cC]onn\w{0,40}\)\.`);

const last = (name: string): string => name.split('/').at(-1) ?? name;
const shown = (count: number): string => count.toLocaleString('en-US');

/** `groups`: the largest first; `lines`: the places of a group, each once per goroutine or stack. "" without a pile. */
export function pileWords(groups: readonly Group[], total: number): string {
  const [first, second] = groups;
  if (first === undefined || first.count < MIN_PILE || first.count < MIN_SHARE * total
    || first.requests >= NEARLY_ALL * first.count || OF_CONNECTION.test(last(first.at))) return '';
  const [line, ...others] = new Set(first.lines);
  const where = line === undefined || line === '' || others.length > 0 ? 'at one place' : `at one line, ${line}`;
  const next = second === undefined ? '' : `; the next largest group has ${shown(second.count)}`;
  return ` All ${shown(first.count)} are ${where}${next}: they have probably leaked, or are blocked there for want of `
    + 'a receiver or a result. One profile shows the pile, not whether it grows: take a second one some minutes later, '
    + `or see go_goroutines. If it grows, see what should end ${last(first.at)}.`;
}

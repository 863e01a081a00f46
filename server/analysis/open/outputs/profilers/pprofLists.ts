/** Describes lists of source (`list` of go tool pprof) that follow a table: the function that calls most, and where. */
import { pprofAmount } from './pprofTotals.ts';

const ROUTINE = new RegExp(String.raw`^[ \t>]{0,40}ROUTINE =+ (\S{1,300})(?: in [^\n]{1,300})?\n`
  + String.raw`[ \t>]{0,60}(\S{1,20})[ \t]{1,20}(\S{1,20}) \(flat, cum\)[ \t]{1,4}([\d.]{1,8}%) of Total`, 'gm');
const LINE = /^[ \t>]{1,60}(\S{1,20})[ \t]{1,20}(\d\S{0,19})[ \t]{1,20}(\d{1,7}):[ \t]{0,80}(\S[^\n]{0,100})/gm;
const MAX_LISTS = 50;
const MAX_LINES = 2000;
/** A function that spends more than this share itself is its own reason. */
const MAX_SELF = 0.5;

/** Returns the listed function with the largest value that calls others, and its line; `said`: what is told before. */
export function listFacts(text: string, said: string): string | null {
  const found = [...text.matchAll(ROUTINE)].slice(0, MAX_LISTS);
  const lists = found.map(({ index, 0: head, 1: name = '', 2: flat = '', 3: cum = '', 4: share = '' }, i) => ({
    name, flat, cum, share, body: text.slice(index + head.length, found[i + 1]?.index ?? text.length),
  }));
  const callers = lists.filter(({ flat, cum }) => pprofAmount(flat) < MAX_SELF * pprofAmount(cum));
  const [first] = callers.toSorted((a, b) => pprofAmount(b.cum) - pprofAmount(a.cum));
  if (first === undefined) return null;
  const [line] = [...first.body.matchAll(LINE)].slice(0, MAX_LINES)
    .map(([, , cum = '', number, code = '']) => ({ cum, number, code: code.trim() }))
    .toSorted((a, b) => pprofAmount(b.cum) - pprofAmount(a.cum));
  const isSaid = said.includes(`${first.name} has most with what it calls`)
    || said.includes(`With what it calls, ${first.name} has `);
  if (isSaid) return line === undefined ? null
    : `In ${first.name}, ${line.cum} is in line ${line.number}: ${line.code}.`;
  return `${first.name} has ${first.cum} (${first.share}) with what it calls${
    line === undefined ? '' : `, ${line.cum} of it in line ${line.number}: ${line.code}`}.`;
}

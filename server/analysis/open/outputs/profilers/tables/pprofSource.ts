/** Summarizes what go tool pprof -list and -disasm print: the routines with most, and their heaviest lines. Pure. */
import { joined } from '../../../look/factTools.ts';
import { wordOf } from '../../../look/format.ts';
import { subsystemWords } from '../pprofSubsystems.ts';
import { pprofAmount } from '../pprofTotals.ts';

const HEAD = new RegExp(String.raw`^ROUTINE =+ (\S{1,300})(?: in [^\n]{1,300})?\n\s*(\S{1,20})\s+(\S{1,20}) `
  + String.raw`\(flat, cum\)(?:[ \t]{1,8}([\d.]{1,8}%) of Total)?`, 'gm');
const TOTAL = /^(?:\(pprof\) )?Total: (\S{1,30})\s*$/m;
const LINE = /^ {1,12}(\S{1,12}) {1,12}(\S{1,12}) {1,12}(\d{1,7}|[0-9a-f]{4,16}): ?([^\n]{0,200})/gm;
const MAX_ROUTINES = 200;
const MAX_TOLD = 3;

/** Share of the value of a routine from which its second line is named. */
const MUCH = 0.15;

/** `line` and `next`: its lines with most, each with its value and its code. */
interface Routine {
  name: string; flat: string; cum: string; share: string | undefined; line: string | null; next: string | null;
}

export function sourceFacts(head: string): string | null {
  const heads = [...head.matchAll(HEAD)].slice(0, MAX_ROUTINES);
  const routines = heads.map(({ index, 0: { length }, 1: name = '', 2: flat = '', 3: cum = '', 4: share }, i) => (
    { name, flat, cum, share, ...heaviestLines(head.slice(index + length, heads[i + 1]?.index), cum) }))
    .toSorted((a, b) => pprofAmount(b.cum) - pprofAmount(a.cum));
  const [most, ...others] = routines;
  if (most === undefined) return null;
  const total = wordOf(TOTAL, head);
  const isMany = others.length > 0;
  const of = subsystemWords(most.name);
  const said = `${most.name}${of === null ? '' : ` (${of})`} has ${isMany
    ? `most of the ${routines.length} functions listed: ` : ''}${most.flat} itself and ${most.cum} with what it calls${
    total === undefined || most.share === undefined ? '' : `, ${most.share} of ${total}`}.`;
  return joined([
    said, most.line === null ? null : `Its heaviest line is ${most.line}${isMany ? '.'
      : most.next === null ? '' : `; then ${most.next}`}`,
    isMany ? `Then come ${others.slice(0, MAX_TOLD - 1).map(otherWords).join(', and ')}; such values contain those of `
      + 'the functions that they call.' : null,
  ]);
}

const otherWords = ({ name, cum, share, line }: Routine): string =>
  `${name} (${cum}${share === undefined ? '' : `, ${share}`})${line === null ? '' : `, most in line ${line}`}`;

/** Returns the number, the value and the code of the line with most of a routine, and of the next one with much. */
function heaviestLines(body: string, cum: string): Pick<Routine, 'line' | 'next'> {
  const [first, second] = [...body.matchAll(LINE)].filter(([, , value]) => value !== '.')
    .toSorted((a, b) => pprofAmount(b[2]) - pprofAmount(a[2]));
  const words = (one: RegExpMatchArray): string => `${one[3]} (${one[2]}): ${(one[4] ?? '').trim()}`;
  return {
    line: first === undefined ? null : words(first),
    next: second === undefined || pprofAmount(second[2]) < MUCH * pprofAmount(cum) ? null : words(second),
  };
}

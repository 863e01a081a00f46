/** What a log says in which nothing went wrong: its span, and that no line is an error or a warning. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { timedLines } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { comparable, momentOf } from './moments.ts';
import { saidLine } from './saidLine.ts';

const MIN_LINES = 2;
/** Of a longer text only some are looked at. */
const MAX_LINES = 1000;
/** The level of a line that says that all is well, in the forms that are read. */
const QUIET = new RegExp([
  /(?:^|[\s,{])"?(?:level|lvl|severity)"?[=:] ?"?(?:info|debug|notice|trace)\b/i,
  /^\S{10,35}[\t ]{1,16}(?:info|debug|INFO|DEBUG|NOTICE)\b/, /^[I]\d{4} \d\d:\d\d:\d\d\.\d/,
  /(?:^|\s)[IDN] \| \w{2,20}: /, /> ?<(?:Information|Debug|Trace)> |\} <(?:Information|Debug|Trace)> /, /\bLOG: {2}\S/,
  /^(?:INFO|DEBU)\[\d{4,12}\] /, /^(?:\S+ )?\S{8,35} [DI]! /, /\b[I] i\.q\.\w/,
].map(({ source }) => source).join('|'));

/** null where it is not whole, or its lines do not say their levels. */
export function quietFacts(look: Look): string | null {
  const lines = timedLines(look);
  const quiet = lines.filter(({ line }) => QUIET.test(line)).length;
  const isWhole = !look.isCut && look.lines.length < MAX_LINES;
  if (!isWhole || lines.length < MIN_LINES || quiet * 2 < lines.length) return null;
  if (lines.some(({ line }) => saidLine(line) !== null)) return null;
  const times = comparable(lines.map(({ line, stamp }) => momentOf(line, stamp)));
  const [first, last] = [times[0], times.at(-1)];
  const span = first === undefined || last === undefined || first.text === null ? ''
    : `, from ${first.text}${last.seconds - first.seconds < 1 ? '' : ` on, within ${
      formatSeconds(last.seconds - first.seconds)}`}`;
  return `No error or warning is among its ${lines.length} lines${span}.`;
}

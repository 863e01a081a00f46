/** Reads the tables of line_profiler (kernprof): the line of each function that takes most of its time. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { fits } from '../../../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const COLUMNS = /^[ \t]{0,8}Line # {1,12}Hits {1,20}Time {1,12}Per Hit {1,8}% Time {1,8}Line Contents/m;
const UNIT = /^[ \t]{0,8}Timer unit: ([\d.e+-]{1,20}) s/m;
const ROW = new RegExp(String.raw`^[ \t]{0,8}(\d{1,9})[ \t]{1,20}(\d{1,15})[ \t]{1,20}([\d.e+]{1,20})[ \t]{1,20}`
  + String.raw`[\d.e+]{1,20}[ \t]{1,20}([\d.]{1,6})[ \t]{1,200}(\S.{0,300})$`, 'gm');
const MAX_CODE = 100;
/** Share in percent from which a second line is named. */
const NOTED = 10;

interface Line { number: string; hits: number; time: number; percent: number; code: string }
interface Table { name: string; file: string; seconds: number; lines: Line[] }

function tablesOf(text: string): Table[] {
  return text.split(/^[ \t]{0,8}Total time: /m).slice(1).map((part) => ({
    seconds: Number.parseFloat(part),
    name: /^[ \t]{0,8}Function: (\S{1,200})/m.exec(part)?.[1] ?? 'a function',
    file: /^[ \t]{0,8}File: (.{1,300}?)[ \t\r]*$/m.exec(part)?.[1]?.split(/[\\/]/).at(-1) ?? '',
    lines: [...part.matchAll(ROW)].map(([, number = '', hits, time, percent, code = '']) => (
      { number, hits: Number(hits), time: Number(time), percent: Number(percent), code: code.trim() }))
      .sort((a, b) => b.percent - a.percent),
  })).filter(({ seconds }) => Number.isFinite(seconds));
}

/** The function with most time, of those that the text has. */
const slowest = (text: string): Table | undefined => tablesOf(text).sort((a, b) => b.seconds - a.seconds)[0];

function lineFacts({ text }: Look): string | null {
  const tables = tablesOf(text);
  const table = slowest(text);
  const unit = Number(UNIT.exec(text)?.[1] ?? 'NaN');
  if (table === undefined) return null;
  const { name, file, seconds, lines } = table;
  const [first, second] = lines;
  const place = file === '' ? '' : ` (${file})`;
  const took = `${tables.length > 1 ? `Of ${tables.length} functions, ` : ''}${name}${place} took ${
    tables.length > 1 ? 'most, ' : ''}${formatSeconds(seconds)}`;
  if (first === undefined || !(seconds > 0)) return `${took}.`;
  const time = (line: Line): string => formatSeconds(unit > 0 ? line.time * unit : line.percent / 100 * seconds);
  const each = first.hits > 1 ? `, ${first.hits.toLocaleString('en-US')} times` : '';
  return [
    `${took}: line ${first.number} has ${first.percent} % of it (${time(first)}${each}), ${shortCode(first.code)}.`,
    ...second === undefined || second.percent < NOTED ? []
      : [`Next is line ${second.number}, ${second.percent} % (${time(second)}), ${shortCode(second.code)}.`],
    ...variantWords(lines, first, time),
  ].join(' ');
}

/** Factor from which another version of the slowest line is worth a look. */
const MUCH_FASTER = 2;

/** Names a line that is the slowest one but for numbers in its names, as of another version of a function. */
function variantWords(lines: readonly Line[], first: Line, time: (line: Line) => string): string[] {
  const bare = (code: string): string => code.replace(/^[\w.,[\]'" ]{1,80} = /, '').replace(/\d{1,9}/g, '0');
  const other = lines.find(({ code, hits, time: own }) => code !== first.code && bare(code) === bare(first.code)
    && hits === first.hits && own > 0 && first.time >= MUCH_FASTER * own);
  const name = /([A-Za-z_]\w{0,80}\d\w{0,20})\(/.exec(other?.code ?? '')?.[1];
  return other === undefined || name === undefined ? []
    : [`Line ${other.number} calls ${name} in the same way in ${time(other)}, 1/${
      Math.round(first.time / other.time)} of it: see whether it gives the same result.`];
}

const shortCode = (code: string): string =>
  `"${code.length > MAX_CODE ? `${code.slice(0, MAX_CODE)}\u2026` : code}"`;

/** Keywords and functions of Python that a call in a line may begin with, which cannot be profiled. */
const BUILTIN = /^(?:if|for|while|elif|return|print|len|range|sorted|sum|max|min|int|float|str|list|dict|set|zip)$/;

/** Names a function that the slowest line calls, to be profiled in turn. */
function nextFunction(text: string): string | null {
  const table = slowest(text);
  const code = table?.lines[0]?.code ?? '';
  const name = [...code.matchAll(/(?<![\w.])([A-Za-z_]\w{0,80})\(/g)].map(([, called = '']) => called)
    .find((called) => !BUILTIN.test(called) && called !== table?.name);
  return name ?? null;
}

export const LINE_PROFILER: Format = {
  id: 'line-profiler', name: 'the output of line_profiler', door: null, isAnywhere: true,
  match: ({ head, isText }) => when(isText && fits(COLUMNS, head) && fits(/^[ \t]{0,8}Total time: [\d.]/m, head),
    { ...CERTAIN, program: 'Python' }),
  interest: lineFacts,
  remedy: ({ text }) => {
    const name = nextFunction(text);
    return name === null ? 'For its stacks: py-spy record -f speedscope -o out.json -- python FILE.'
      : `To see what is slow in ${name}, add @profile to it and run kernprof -l -v again.`;
  },
};

/** Compares the JMH results of two files row by row, by their error intervals and the direction of the unit. Pure. */
import { joined } from '../../../look/factTools.ts';
import { counted } from '../../../look/named.ts';
import { jmhRows, type JmhRow } from './jmh.ts';
import { changeWords } from '../timesCompared.ts';

const MAX_NAMED = 4;
/** Nanoseconds of the units of time that JMH prints. */
const NS: Readonly<Record<string, number>> = {
  ns: 1, us: 1e3, '\u00b5s': 1e3, ms: 1e6, s: 1e9, min: 6e10, hr: 3.6e12, day: 8.64e13,
};
/** Settings in the head of a run that change its results. */
const SETTINGS: readonly (readonly [name: string, line: RegExp])[] = [
  ['the Java VM', /^[ \t>#]{0,12}VM version: {0,4}([^\n\r]{1,120})/m],
  ['the options of the VM', /^[ \t>#]{0,12}VM options: {0,4}([^\n\r]{1,200})/m],
  ['the number of threads', /^[ \t>#]{0,12}Threads: {0,4}(\d{1,6} threads?)/m],
  ['the version of JMH', /^[ \t>#]{0,12}JMH (?:version: )?(\d[\w.-]{0,20})/m],
];

interface Scale { isRate: boolean; factor: number }
type Verdict = 'slower' | 'faster' | 'open' | 'untested';
interface Pair { name: string; from: JmhRow; to: JmhRow; ratio: number; verdict: Verdict }

/** Returns whether more is better, and what converts a score to operations or nanoseconds; null for other units. */
function scaleOf(unit: string): Scale | null {
  const [above = '', below = ''] = unit.split('/');
  const [time, rate] = [NS[above], NS[below]];
  if (above === 'ops' && rate !== undefined) return { isRate: true, factor: 1 / rate };
  return below === 'op' && time !== undefined ? { isRate: false, factor: time } : null;
}

/** Pairs rows of the same benchmark, parameters and mode; a row that comes twice on a side is of no pair. */
function pairsOf(before: readonly JmhRow[], after: readonly JmhRow[]): Pair[] {
  const isOnce = (rows: readonly JmhRow[], key: string): boolean => rows.filter((row) => row.key === key).length === 1;
  return before.flatMap((from): Pair[] => {
    const to = after.find(({ key }) => key === from.key);
    const [old, now] = [scaleOf(from.unit), scaleOf(to?.unit ?? '')];
    if (to === undefined || old === null || now === null || old.isRate !== now.isRate) return [];
    if (!isOnce(before, from.key) || !isOnce(after, from.key) || !(from.score > 0) || !(to.score > 0)) return [];
    const [score, scoreNow] = [from.score * old.factor, to.score * now.factor];
    const errors = from.error * old.factor + to.error * now.factor;
    const verdict = Number.isNaN(errors) ? 'untested' : Math.abs(scoreNow - score) <= errors ? 'open'
      : (scoreNow > score) === old.isRate ? 'faster' : 'slower';
    return [{ name: from.name, from, to, ratio: scoreNow / score, verdict }];
  });
}

const shown = ({ scoreText, errorText, unit }: JmhRow): string =>
  `${scoreText}${errorText === null ? '' : ` \u00b1 ${errorText}`} ${unit}`;

/** Returns the largest changes of some pairs, each with both scores. */
function listed(pairs: readonly Pair[]): string {
  const sorted = pairs.toSorted((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  const rest = sorted.length - MAX_NAMED;
  return `${sorted.slice(0, MAX_NAMED).map(({ name, ratio, from, to }) =>
    changeWords({ name, ratio, from: shown(from), to: shown(to) })).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

const be = (all: readonly unknown[]): string => (all.length === 1 ? 'is' : 'are');

function directionOf(pairs: readonly Pair[]): string {
  const units = [...new Set(pairs.map(({ to }) => to.unit))];
  const rates = pairs.filter(({ to }) => scaleOf(to.unit)?.isRate === true).length;
  return rates === pairs.length ? `${units.join(', ')}, higher is better`
    : rates === 0 ? `${units.join(', ')}, lower is better`
    : 'of operations per time higher is better, of time per operation lower';
}

/** Names the settings that both heads state, and that differ; null if none does. */
function settingsFact(before: string, after: string): string | null {
  const different = SETTINGS.flatMap(([name, line]) => {
    const [from, to] = [before, after].map((text) => line.exec(text)?.[1]?.trim());
    return from === undefined || to === undefined || from === to ? [] : [`${name} (${from} and ${to})`];
  });
  return different.length === 0 ? null
    : `The two runs differ in ${different.join(', ')} too, so the change may be of that.`;
}

/** Compares the texts of two files; null if one has several runs, or no row is in both. */
export function jmhSidesCompared(before: string, after: string): string | null {
  const [old, current] = [jmhRows(before), jmhRows(after)];
  const pairs = pairsOf(old, current);
  if (pairs.length === 0) return null;
  const of = (verdict: Verdict): Pair[] => pairs.filter((pair) => pair.verdict === verdict);
  const [slower, faster, open, untested] = [of('slower'), of('faster'), of('open'), of('untested')];
  const clear = [{ word: 'slower', own: slower }, { word: 'faster', own: faster }].filter(({ own }) => own.length > 0);
  const alone = old.length + current.length - 2 * pairs.length;
  return joined([
    `${directionOf(pairs)}: ${clear.length > 0 ? `of ${counted(pairs.length, 'benchmark')} in both, ${
      clear.map(({ word, own }) => `${own.length} ${be(own)} ${word}: ${listed(own)}`).join('; ')
    }. There the error intervals do not overlap.`
      : open.length > 0 ? 'no difference is shown, as the error intervals overlap.' : 'noise cannot be judged.'}`,
    open.length === 0 ? null : `${clear.length > 0 ? 'No difference is shown by the others, whose intervals overlap'
      : 'Within the errors'}: ${listed(open)}.`,
    untested.length === 0 ? null : `These have no error on both sides: ${listed(untested)}.`,
    settingsFact(before, after),
    alone === 0 ? null : `${counted(alone, 'row')} of one side ${alone === 1 ? 'has' : 'have'} no partner.`,
    slower.length > 0 && faster.length > 0 ? 'If the code of one of these is the same on both sides, its change is the '
      + 'difference between the runs themselves.' : null,
    stepOf(slower[0], open.length + untested.length > 0),
  ]);
}

/** Says how to be sure, and where to look for what became slower. */
function stepOf(slowest: Pair | undefined, hasOpen: boolean): string {
  const again = 'repeat both sides in turns on a quiet machine, with more forks (-f 5)';
  return slowest === undefined ? `${hasOpen ? 'For smaller differences' : 'To confirm it'}, ${again}.`
    : `First ${again}; if ${slowest.name} stays slower, compare its profiles (-prof async or -prof gc) of both sides.`;
}

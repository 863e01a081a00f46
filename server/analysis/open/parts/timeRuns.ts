/** Says how long the runs took that `time` measured, in one of several blocks or in each of them. Pure. */
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import { areSides } from './headings.ts';

interface Run { elapsedSeconds: number; cpuSeconds: number }
/** The output of time in one block; `label` names it. */
interface TimeBlock { label: string | null; text: string }

const MAX_TOLD = 4;
/** bash and POSIX, also with the comma of a locale. */
const SHELL = new RegExp([
  /^[ \t]*real[ \t]+(\d[\dhm.,]{0,20}?)s?[ \t]*\n/, /[ \t]*user[ \t]+(\d[\dhm.,]{0,20}?)s?[ \t]*\n/,
  /[ \t]*sys[ \t]+(\d[\dhm.,]{0,20}?)s?[ \t]*$/,
].map(({ source }) => source).join(''), 'gm');
const GNU = /(\d{1,9}\.\d{1,3})user\s{1,8}(\d{1,9}\.\d{1,3})system\s{1,8}([\d:.]{1,20})elapsed/g;
const ZSH = /(\d{1,9}[.,]\d{1,3})s user (\d{1,9}[.,]\d{1,3})s system .{1,20}cpu ([\d:.,]{1,20}) total/g;

/** Returns the seconds of "1m2.5s", "1:02.50" or "62,5"; NaN for another text. */
function secondsOf(text = ''): number {
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(\d{1,4})[h:])?(?:(\d{1,4})[m:])?(\d{1,9}(?:[.,]\d{1,9})?)$/.exec(text) ?? [];
  if (seconds === undefined) return NaN;
  // With one colon, the first number is minutes.
  const isShort = /^\d{1,4}:[\d.,]{1,20}$/.test(text);
  const [h, m] = isShort ? [0, Number(hours)] : [Number(hours), Number(minutes)];
  return h * 3600 + m * 60 + Number(seconds.replace(',', '.'));
}

/** Returns the runs that `time` of a shell, GNU time or zsh measured. */
export function runsOf(text: string): Run[] {
  const shell = [...text.matchAll(SHELL)].map(([, real, user, sys]) => [real, user, sys]);
  const others = [...text.matchAll(GNU), ...text.matchAll(ZSH)].map(([, user, sys, real]) => [real, user, sys]);
  return [...shell, ...others].map(([real, user, sys]) => (
    { elapsedSeconds: secondsOf(real), cpuSeconds: secondsOf(user) + secondsOf(sys) }
  )).filter(({ elapsedSeconds, cpuSeconds }) => Number.isFinite(elapsedSeconds + cpuSeconds));
}

/** Compares two sides with one run each; lists other runs. Returns null if no figures are read. */
export function timeFacts(blocks: readonly TimeBlock[]): string | null {
  const read = blocks.map(({ label, text }) => ({ label, runs: runsOf(text) }));
  const all = read.flatMap(({ label, runs }) => runs.map((run) => ({ label, run })));
  const [first, second] = all;
  if (first === undefined) return null;
  if (second !== undefined && all.length === 2 && read.every(({ runs }) => runs.length < 2)
    && areSides([first.label, second.label])) return compared(first, second);
  const told = all.slice(0, MAX_TOLD).map(({ label, run }) => `${label === null ? '' : `${label} `}${
    formatSeconds(run.elapsedSeconds)} elapsed, with ${formatSeconds(run.cpuSeconds)} of CPU`);
  const more = all.length - told.length;
  return `${all.length === 1 ? 'Its run took' : `Its ${all.length} runs took`} ${told.join('; ')}${
    more > 0 ? `; and ${more} more` : ''}.`;
}

interface Labelled { label: string | null; run: Run }

function compared(one: Labelled, other: Labelled): string {
  const [before, after] = [one.run.elapsedSeconds, other.run.elapsedSeconds];
  const side = ({ label, run }: Labelled): string => `${label} ${formatSeconds(run.elapsedSeconds)}`;
  const times = formatNumber(Math.max(before, after) / Math.min(before, after));
  const ratio = Math.min(before, after) <= 0 ? '' : `, ${times} times as ${after <= before ? 'fast' : 'long'}`;
  return `Its two runs took: ${side(one)}, ${side(other)}${ratio}; of CPU ${formatSeconds(one.run.cpuSeconds)} and ${
    formatSeconds(other.run.cpuSeconds)}. It is one run of each.`;
}

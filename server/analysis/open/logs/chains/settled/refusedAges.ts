/** Says how old refused log lines were, and whether their sender catches up. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import type { Look } from '../../../look/look.ts';
import { entriesOf } from '../../ordinary/entries.ts';

/** The time of a refused entry, as Loki states it in its versions. */
const REFUSED = new RegExp([
  /\bentry with timestamp (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\d{1,9})? \+0000 UTC ignored\b/,
  /\bentry timestamp is: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z/,
  /\btimestamp too old: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z/,
].map(({ source }) => source).join('|'));
const TOO_OLD = /\b(?:entry too far behind|timestamp too old)\b/;
/** The step for lines that are too old, of which these figures say more. */
const STEP = /(because they are too old for their stream): look at what the sender held back[^.]{1,200}\./;
const FILE = /\bfilename=\\{0,3}"(\/[\w./-]{2,200})\\{0,3}"/;
const HOUR = 3600;
const MIN_SPAN_SECONDS = 60;
const MIN_AGE_SECONDS = 60;
/** A rate of progress within this of 1 keeps the distance. */
const SAME_PACE = 0.03;
const MAX_LINES = 2000;

interface Refusal { at: number; age: number }

function refusalsIn(look: Look): Refusal[] {
  return entriesOf(look).slice(-MAX_LINES).flatMap(({ line, moment }) => {
    if (!TOO_OLD.test(line) || moment?.kind !== 'utc') return [];
    const stated = REFUSED.exec(line)?.slice(1).find((one) => one !== undefined);
    const of = Date.parse(`${(stated ?? '').replace(' ', 'T')}Z`) / 1000;
    return Number.isFinite(of) ? [{ at: moment.seconds, age: moment.seconds - of }] : [];
  }).toSorted((a, b) => a.at - b.at);
}

/** Whether an age is one of whole hours, as of a time zone that is missing. */
const isZone = (age: number): boolean => age > HOUR / 2 && age < MAX_ZONE_HOURS * HOUR
  && Math.abs(age - HOUR * Math.round(age / HOUR)) < MIN_AGE_SECONDS;
const MAX_ZONE_HOURS = 15;

/** Says whether the sender ships the file in which the text finds its own errors. */
function shipsItself(text: string, lines: readonly string[]): string {
  const file = lines.flatMap((line) => FILE.exec(line)?.[1] ?? [])[0];
  const isRead = file !== undefined && text.split('\n', MAX_LINES).some((line) =>
    /\b(?:grep|tail|cat|less|zgrep|head)\b/.test(line.slice(0, 200)) && line.slice(0, 400).includes(file)
      && !TOO_OLD.test(line));
  return isRead ? ` Its own errors are in ${file}, which it ships: each refused batch adds lines to send.` : '';
}

const BACKLOG = 'let it skip what is too old (its saved position, or a drop stage with older_than), and see what it '
  + 'reads so much of';

/** Returns the age of the refused lines, its trend, and what that points to; null without their times. */
function refusedAges(look: Look): string | null {
  const all = refusalsIn(look);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || !(last.age >= MIN_AGE_SECONDS)) return null;
  const old = `The refused lines are ${formatSeconds(Math.round(last.age))} old at the last refusal`;
  const span = last.at - first.at;
  if (all.length < 2 || span < MIN_SPAN_SECONDS) return `${old}.`;
  const progress = 1 - (last.age - first.age) / span;
  const own = shipsItself(look.text, look.lines.filter((line) => TOO_OLD.test(line)));
  if (Math.abs(progress - 1) <= SAME_PACE) return isZone(last.age)
    ? `${old}, and as old at the first: a distance of whole hours that stays points to a time zone or a clock.${own}`
    : `${old}, and about as old at the first: the sender keeps up, at a fixed distance; see its clock, and what holds `
      + `its lines back.${own}`;
  const moved = `in ${formatSeconds(Math.round(span))} their times advance by ${
    formatSeconds(Math.max(0, Math.round(progress * span)))}`;
  return progress < 1
    ? `${old}; ${moved}, so the sender works off a backlog and falls further behind, which no wrong clock explains: `
      + `${BACKLOG}.${own}`
    : `${old}; ${moved}, so the sender works off a backlog and catches up in about ${
      formatSeconds(Math.round(last.age / (progress - 1)))}: to lose less, ${BACKLOG}.${own}`;
}

/** Returns facts with those figures in place of a step that they decide. */
export function withRefusedAges(facts: string | null, look: Look): string | null {
  if (facts === null || !STEP.test(facts)) return facts;
  const ages = refusedAges(look);
  return ages === null ? facts : facts.replace(STEP, (_, means: string) => `${means}. ${ages}`);
}

/** Reports the warnings of a log that count what was lost, which other errors must not hide. Pure. */
import { ownCounts, type Counts } from '../figures/ownCounts.ts';
import { quoteOf, shortened } from '../figures/quotes.ts';
import { sentencesOf } from '../../look/sentences.ts';
import { lossLeads } from '../losses/leads.ts';
import { rateText } from '../losses/lossPace.ts';
import { byMessage, type Said } from './groups/sameMessages.ts';
import { oftenOf } from './groups/gravest.ts';
import type { LoggedError } from './lines/crashLoops.ts';
import { comparable, timesOf } from './lines/moments.ts';
import { isMeaning, meaningOf } from './meanings.ts';

const LOST = /drop|discard|\blost\b/i;
/** A key that says what it counts only together with its message. */
const BARE_KEY = /^(?:count|num|n)$/i;
const MAX_TOLD = 2;
const MAX_MEANT_CHARS = 1000;
/** Characters by which facts show that a message is reported. */
const SAME_CHARS = 60;
/** A single line leads only if it counts as much. */
const MUCH = 100;

/** Returns the counts of what was lost. */
const lossesOf = ({ counts, message }: Said): Counts => new Map([...counts].filter(([key, { sum }]) =>
  sum > 0 && (LOST.test(key) || (BARE_KEY.test(key) && LOST.test(message.text)))));

/** A number of what was lost within a message, as old versions log it. */
const WITHIN = /\bdropp(?:ed|ing) (\d{1,12}) [a-z]|\b(\d{1,12}) [a-z]{3,20} (?:(?:have been|were|was) )?dropped\b/i;

/** Returns the sum of the numbers that the lines of a message have within it; 0 without such numbers. */
function withinMessages(said: readonly LoggedError[], { message }: Said): number {
  if (!WITHIN.test(message.text)) return 0;
  const shape = message.text.replace(WITHIN, '');
  return said.reduce((sum, { said: one }) => {
    const [, behind, before] = WITHIN.exec(one.message) ?? [];
    return sum + (one.message.replace(WITHIN, '') === shape ? Number(behind ?? before ?? 0) : 0);
  }, 0);
}

/** What is lost, in the words of keys and messages. */
const UNIT = new RegExp(String.raw`(?:^|[\s_(])(alerts|samples|exemplars|spans|traces|series|metrics|data_?points`
  + String.raw`|points|log[ _](?:records|lines|entries)|lines|entries|records|events|messages|rows|items|packets)`
  + String.raw`(?![a-z])`, 'i');

/** Returns the noun of what a message lost; null if neither its keys nor its words have one. */
function unitOf({ message }: Said, losses: Counts): string | null {
  const found = [...losses.keys(), message.text].map((text) => UNIT.exec(text)?.[1]).find((one) => one !== undefined);
  return found?.toLowerCase().replace('_', ' ') ?? null;
}

const singular = (unit: string): string =>
  (unit === 'series' ? unit : unit.replace(/ies$/, 'y').replace(/s$/, ''));

interface Loss { of: Said; losses: Counts; sum: number; level: 'warning' | 'error'; isWithin: boolean }

/** Lines whose losses are counted by themselves: requests of remote write, and exporters of a Collector. */
const COUNTED_ELSEWHERE = /^non-recoverable error$/;
/** Keys of a Collector, and those that may have the sum of all lines before. */
const NO_SUM = /^(?:dropped|rejected)_(?:items|spans|metric_points|log_records)$|total/i;
/** An exemplar is only an example: no sample is missing without it. */
const EXEMPLAR_COST = 1e-3;

const costOf = ({ of, losses, sum }: Loss): number => sum * (unitOf(of, losses) === 'exemplars' ? EXEMPLAR_COST : 1);

function lossesIn(said: readonly LoggedError[], level: Loss['level']): Loss[] {
  const lines = said.filter((line) => (line.said.level === 'warning') === (level === 'warning'));
  return byMessage(lines).flatMap((of): Loss[] => {
    const losses = lossesOf(of);
    const within = losses.size > 0 ? 0 : withinMessages(lines, of);
    const sum = losses.size === 0 ? within : [...losses.values()][0]?.sum ?? 0;
    return sum === 0 || COUNTED_ELSEWHERE.test(of.message.text) ? []
      : [{ of, losses, sum, level, isWithin: losses.size === 0 }];
  });
}

/** What is said before the facts on other errors, these facts, and what is said behind them. */
export interface LossFacts { first: string | null; facts: string | null; behind: string | null }

/**
 * Returns the losses that the facts do not begin with, each with what it means: before the facts if it is known what
 * was lost, unless those tell an end or a hang.
 */
export function lossFacts(said: readonly LoggedError[], told: string | null): LossFacts {
  const isTold = (text: string): boolean => told?.includes(text.slice(0, SAME_CHARS)) === true;
  const begins = sentencesOf((told ?? '').slice(0, 2 * MAX_MEANT_CHARS))[0] ?? '';
  const all = [...lossesIn(said, 'error'), ...lossesIn(said, 'warning')];
  const warnings = all.filter(({ of, level }) => level === 'warning' && !isTold(of.message.text))
    .sort((a, b) => oftenOf(b.of) - oftenOf(a.of)).slice(0, MAX_TOLD);
  const isFirst = ({ of }: Loss): boolean => begins.includes(of.message.text.slice(0, SAME_CHARS));
  const least = Math.max(0, ...all.filter(isFirst).map(costOf));
  const leading = !lossLeads(told) ? [] : all.filter((loss) => unitOf(loss.of, loss.losses) !== null
    && costOf(loss) > least && (oftenOf(loss.of) > 1 || loss.sum >= MUCH) && !isFirst(loss)
    && ![...loss.losses.keys()].some((key) => NO_SUM.test(key)))
    .sort((a, b) => costOf(b) - costOf(a)).slice(0, MAX_TOLD);
  const moved = movedFirst(told, leading);
  const words = (losses: readonly Loss[], say: (loss: Loss) => string): string | null => losses.flatMap((loss) => {
    const meaning = isTold(loss.of.message.text) ? null : meaningOf(loss.of.message.text.slice(0, MAX_MEANT_CHARS));
    return meaning === null || isTold(meaning) ? [say(loss)] : [say(loss), meaning];
  }).join(' ') || null;
  return {
    first: words(leading.filter((loss) => !moved.losses.includes(loss)), (loss) =>
      leadOf(loss, isTold(loss.of.message.text))),
    facts: moved.facts,
    behind: words(warnings.filter((loss) => !leading.includes(loss)), behindOf),
  };
}

/** Returns the place behind a sentence, its cause and what it means. */
function endOf(sentences: readonly string[], at: number): number {
  const end = sentences.findIndex((one, i) => i > at && !one.startsWith('The cause given is ') && !isMeaning(one));
  return end < 0 ? sentences.length : end;
}

/** A sentence of the facts on a line by itself. */
const OF_LINE = /^(?:The|It logged the) (?:warning|error) "/;

/** Returns facts with the sentences on these losses first, and the losses that have one. */
function movedFirst(facts: string | null, losses: readonly Loss[]): { facts: string | null; losses: readonly Loss[] } {
  if (facts === null || losses.length === 0) return { facts, losses: [] };
  const sentences = sentencesOf(facts);
  const taken = new Set<number>();
  const own = losses.flatMap((loss) => {
    const at = sentences.findIndex((sentence, i) => !taken.has(i) && OF_LINE.test(sentence)
      && sentence.includes(loss.of.message.text.slice(0, SAME_CHARS)));
    taken.add(at);
    // Its cause and what it means stay with it.
    return at < 0 ? [] : [{ loss, at, end: endOf(sentences, at) }];
  });
  const places = new Set(own.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, i) => at + i)));
  const first = own.flatMap(({ loss: { sum, of }, at, end }) => {
    const seconds = comparable(of.moments).map(({ seconds: one }) => one);
    const [line = '', ...behind] = sentences.slice(at, end);
    return [line.replace(/(?<=\dZ)\.$/, `${rateText(sum, seconds)}.`), ...behind];
  });
  return {
    facts: [...first, ...sentences.filter((_, i) => !places.has(i))].join(' '), losses: own.map(({ loss }) => loss),
  };
}

/** Returns how much was lost, when and how fast, and the line that counts it unless that is quoted elsewhere. */
function leadOf({ of, losses, sum, level }: Loss, isQuoted: boolean): string {
  const unit = unitOf(of, losses) ?? '';
  const seconds = comparable(of.moments).map(({ seconds: at }) => at);
  const verb = /drop/i.test(`${[...losses.keys()].join(' ')} ${of.message.text}`) ? 'dropped'
    : /discard/i.test(`${[...losses.keys()].join(' ')} ${of.message.text}`) ? 'discarded' : 'lost';
  const often = oftenOf(of) === 1 ? 'once' : `${oftenOf(of)} times`;
  const quote = quoteOf(shortened(of.message));
  return `It ${verb} ${sum.toLocaleString('en-US')} ${sum === 1 ? singular(unit) : unit}${timesOf(of.moments)}${
    rateText(sum, seconds)}${isQuoted ? `, by lines of ${quote}` : `: the ${level} ${quote} occurs ${often}`}.`;
}

/** Returns the line that counts a loss, with its counts. */
function behindOf({ of, losses, sum, isWithin }: Loss): string {
  const counted = losses.size === 0 ? '' : ` (${ownCounts(losses, of.message.text)})`;
  const quote = `${quoteOf(shortened(of.message))}${counted}`;
  const added = isWithin ? `, with ${sum.toLocaleString('en-US')} dropped in all` : '';
  return oftenOf(of) === 1 ? `It logged the warning ${quote}${timesOf(of.moments)}.`
    : `The warning ${quote} occurs ${oftenOf(of)} times${timesOf(of.moments)}${added}.`;
}

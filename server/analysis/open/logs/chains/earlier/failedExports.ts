/** Says why the exports of a Collector failed before its sending queue or its memory was full. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { quoted, type TimedLine } from '../../../look/factTools.ts';
import { momentOf, type Moment } from '../../said/lines/moments.ts';

const FAILED = /"?(?:msg|M)"?[=:] ?"Exporting failed\. (?:Will|The) [^"]{0,80}retr|\tExporting failed\. (?:Will|The) /;
const FULL = /sending_?\s?queue is full/;
/** What the memory limiter says of data that it refuses, and what a receiver says then. */
const REFUSED = /\bdata (?:refused|dropped) due to high memory usage\b|\blimit\. (?:Dropping|Refusing) data\b/;
const REACHES = /\berror"?[=:] ?"(?:[^"\\]|\\.){0,900}?((?:dial tcp|lookup|read tcp|write tcp) (?:[^"\\]|\\.){1,300})"/;
/** An error that names no address: what the backend answered, or that it did not answer in time. */
const ANSWERED = /\berror"?[=:] ?"((?:[^"\\]|\\.){1,400})"/;
const TOO_LATE = /DeadlineExceeded|deadline exceeded|Client\.Timeout|i\/o timeout/;
/** The name of the exporter; that of a component of Alloy is not quoted. */
const NAME = new RegExp(/"(?:name|otelcol\.component\.id)" ?: ?"([^"\n]{1,200})"/.source
  + /|\bcomponent_id=(otelcol\.exporter\.[\w.-]{1,150})/.source);
const MAX_LINE = 4000;

const nameOf = (line: string): string | null => {
  const [, name, component] = NAME.exec(line) ?? [];
  return name ?? component ?? null;
};

/** Fewer failures before data are refused show no backend that is away. */
const MIN_FAILED = 3;
/** Exports that failed longer before say nothing of why data are refused. */
const MAX_SILENCE_SECONDS = 300;
const SCRAPE = /\bScrape commit failed\b/;

interface Failed { at: number; text: string; name: string | null; why: string | undefined; isAddress: boolean }

/** Returns when it happened, in UTC or as it is written. */
const whenOf = ({ seconds, text }: Moment): string =>
  text ?? new Date(seconds * 1000).toISOString().slice(CLOCK, CLOCK + 8);
const CLOCK = '2026-01-02T'.length;

/**
 * Names why exports failed before the queue was full or the memory limiter refused data, by lines of any level; null
 * without such lines.
 */
export function failedBefore(lines: readonly TimedLine[]): string | null {
  const read = lines.map(({ line, stamp }) => ({ line: line.slice(0, MAX_LINE), moment: momentOf(line, stamp) }));
  const timed = read.flatMap(({ line, moment }) => (moment === null ? [] : [{ line, moment }]));
  const first = (kind: RegExp): Begin | null => firstOf(timed.filter(({ line }) => kind.test(line)));
  const full = first(FULL);
  const begin = full ?? first(REFUSED);
  if (begin === null) return null;
  const names = new Set(full === null ? [] : read.filter(({ line }) => FULL.test(line))
    .flatMap(({ line }) => nameOf(line) ?? []));
  const failed = timed.filter(({ line, moment }) => FAILED.test(line) && moment.kind === begin.moment.kind)
    .map(({ line, moment }): Failed => {
      const address = REACHES.exec(line)?.[1];
      const why = address ?? ANSWERED.exec(line)?.[1];
      return { at: moment.seconds, text: whenOf(moment), name: nameOf(line), why, isAddress: address !== undefined };
    }).filter(({ name }) => name === null || names.size === 0 || names.has(name)).sort((a, b) => a.at - b.at);
  const before = failed.filter(({ at }) => at <= begin.moment.seconds);
  const isAway = before.length >= MIN_FAILED
    && begin.moment.seconds - (before.at(-1)?.at ?? -Infinity) <= MAX_SILENCE_SECONDS;
  const said = full === null && !isAway ? null : sentenceOf(failed, before, begin, full !== null);
  return said === null || full !== null ? said : `${said}${refusedScrapes(read)}`;
}

interface Begin { line: string; moment: Moment }

const firstOf = (all: readonly Begin[]): Begin | null => all.reduce<Begin | null>((least, one) =>
  (least === null || one.moment.seconds < least.moment.seconds ? one : least), null);

function sentenceOf(
  failed: readonly Failed[], before: readonly Failed[], { moment }: Begin, isFull: boolean
): string | null {
  const [first] = failed;
  const why = usualReason(before);
  if (first === undefined || why === null) return null;
  const count = failed.filter((one) => one.why === why).length;
  const of = new Set(failed.flatMap(({ name }) => name ?? []));
  const who = of.size === 1 ? ` of ${[...of].join('')}` : '';
  return `Exports${who} have failed since ${first.text} (${count === 1 ? 'one line' : `${count} lines`}: ${
    quoted(why.replaceAll(String.raw`\"`, '"'))}), and ${formatSeconds(moment.seconds - first.at)} later ${
    isFull ? 'the sending queue was full' : 'the memory limiter refused data, because what cannot be sent waits in '
      + 'memory'}: ${first.isAddress ? 'see to that address first' : TOO_LATE.test(why)
    ? 'see first why its backend does not answer in time' : 'see to that error first'}.`;
}

/** Returns the reason that most of them have; null if there are several. */
function usualReason(failed: readonly Failed[]): string | null {
  const counts = new Map<string, number>();
  for (const { why } of failed) if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined || most[1] < USUAL_SHARE * failed.length ? null : most[0];
}
const USUAL_SHARE = 0.8;

/** Says which scrapes were refused as a consequence; '' without one. */
function refusedScrapes(read: readonly { line: string }[]): string {
  const count = read.filter(({ line }) => SCRAPE.test(line) && REFUSED.test(line)).length;
  return count === 0 ? '' : count === 1 ? ' The refused scrape follows from that, and is lost.'
    : ` The ${count} refused scrapes ("Scrape commit failed") follow from that, and are lost.`;
}

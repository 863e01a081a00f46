/** Says that the clock of Prometheus itself is why samples are out of bounds, if it set the time of some. Pure. */
import { distinct } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { isSteppedBack, steppedBack } from '../clock/clockSteps.ts';

const OUT = /\bout of bounds\b|samples that are too old or are too far into the future/;
/** Samples with the time of the server: of a scrape report, of a rule, of its own metrics. */
const OF_SERVER = new RegExp([
  /Appending scrape report failed/, /[Rr]ule evaluation result discarded/,
  /\btarget"?[=:] ?"?https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):9090\//, /\bscrape_pool"?[=:] ?"?prometheus\b(?!-)/,
].map(({ source }) => source).join('|'));
const MAX_LINE = 2000;

/** The shared words and the meaning of the message of a scrape, which ask to compare several clocks. */
const SEVERAL_CLOCKS = new RegExp([
  / ?Samples are older than the head takes, or the head is ahead of them: [^.]{1,100}\./,
  / ?Samples were not stored: compare the clocks of target and server, [^.]{1,100}\./,
].map(({ source }) => source).join('|'), 'g');

/** The step for samples of one target. */
const OTHER_WRITERS =
  / ?Samples were not stored: see whether two targets or senders write the same series, or a target [^.]{1,60}\./;

/** The warning whose count stands in the sentence on the clock. */
const COUNTED = / ?(?:It logged the|The) warning "Error on ingesting out-of-order samples"[^"]{0,300}?\.(?= [A-Z]|$)/;

const OWN = 'Prometheus sets the time of some of these samples by its own clock (up and the rest of a scrape report, '
  + 'results of rules, its own metrics), so no target set the times of these: its clock went back, or its head or a '
  + 'block has samples of a later time.';
const STEP = 'Look at the clock of this host (NTP) and compare it with prometheus_tsdb_head_max_time; with samples of '
  + 'the future, move the blocks and the WAL that hold them out of the data folder, or wait until that time has '
  + 'passed.';

/** Samples that Prometheus makes of a scrape, with its own time, which it found out of order. */
const UNORDERED = new RegExp([
  /msg="Scrape (?:health|duration) sample discarded".{0,200}?\bout of order\b/,
  /[Aa]ppending scrape report failed.{0,300}?\bout[ -]of[ -]order\b/,
].map(({ source }) => source).join('|'));
const OF_TARGET = /\binstance="?([\w.-]{1,200}(?::\d{2,5})?)|\btarget"?[=:] ?"?(https?:\/\/[^\s"]{1,200})/;
const DROPPED = /\bingesting out-of-order samples".{0,100}?\bnum_?[Dd]ropped"?[=:] ?"?(\d{1,12})/;
const REBOOT = /\breboot(?:s|ed|ing)?\b|\brestart(?:s|ed|ing)? (?:of )?(?:the |my |our )?(?:machine|vm|host)\b/i;
const TWICE = 'scraped twice with the same labels';
const COMPARE = 'look at the clock, the hardware clock and the time zone of this host (timedatectl, chronyc tracking), '
  + 'keep the hardware clock in UTC, and start Prometheus after time-sync.target. Samples are stored again once the '
  + 'clock has passed the newest stored one.';

/** Returns that the clock of the server went back, as the samples that it stamped itself are out of order. */
function unorderedClock(lines: readonly string[], text: string): string | null {
  const own = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => UNORDERED.test(line));
  const targets = new Set(own.flatMap((line) => OF_TARGET.exec(line)?.slice(1).find((one) => one !== undefined) ?? []));
  if (targets.size === 0) return null;
  const dropped = lines.flatMap((line) => DROPPED.exec(line.slice(0, MAX_LINE))?.[1] ?? []).map(Number);
  const count = dropped.length === 0 ? ''
    : ` ${dropped.reduce((a, b) => a + b, 0).toLocaleString('en-US')} other samples were dropped, too.`;
  const itself = 'Prometheus itself sets the time of the samples that are out of order (up, scrape_duration_seconds)';
  if (targets.size === 1) return `Either the clock of this host went back, or the target is ${TWICE}: ${itself}.${
    count} See whether it is configured twice, else ${COMPARE}`;
  const when = REBOOT.test(text) ? ' around the reboot that the text names' : '';
  return `The clock of this host went back${when}, by these lines: ${itself}, here of ${targets.size} targets, so no `
    + `exporter sent a wrong time.${count} Unless each of them is ${TWICE}, ${COMPARE}`;
}

const POOL = /\bscrape_pool"?[=:] ?"?([\w./-]{1,200})/;
const MAX_POOLS = 3;
const SEVERAL = ' are refused at once, which the timestamps of one target hardly explain: the clock of this host is or '
  + 'was wrong, or its head or a block has samples of a later time.';

/** Returns that no target is the cause, as samples of several scrape pools are out of bounds; null for one pool. */
function severalPools(lines: readonly string[]): string | null {
  const pools = [...new Set(lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => OUT.test(line))
    .flatMap((line) => POOL.exec(line)?.[1] ?? []))];
  if (pools.length < 2) return null;
  const names = pools.length > MAX_POOLS ? '' : ` (${pools.slice(0, -1).join(', ')} and ${pools.at(-1) ?? ''})`;
  return `Targets of ${pools.length} scrape pools${names}${SEVERAL}`;
}

/** Whether a sentence is of that meaning. */
export const isOwnClock = (sentence: string): boolean => sentence === OWN || sentence === STEP
  || (sentence.startsWith('Targets of ') && sentence.endsWith(SEVERAL)) || isSteppedBack(sentence);

/** Returns facts in which the clock of the server is the cause, if samples that it stamped are out of bounds. */
export function withOwnClock(facts: string | null, look: Look): string | null {
  if (facts === null) return null;
  const lines = distinct(look);
  const stepped = steppedBack(look);
  const unordered = stepped === null ? unorderedClock(lines, look.text) : null;
  if (unordered !== null) return `${unordered} ${facts.replace(COUNTED, '').replace(OTHER_WRITERS, '').trim()}`;
  const isRefused = facts.search(SEVERAL_CLOCKS) >= 0;
  if (!isRefused && (stepped === null || !OTHER_WRITERS.test(facts))) return facts;
  const isOwn = lines.some((line) => {
    const text = line.slice(0, MAX_LINE);
    return OUT.test(text) && OF_SERVER.test(text);
  });
  const why = isOwn ? OWN : severalPools(lines);
  const said = stepped ?? (why === null ? null : `${why} ${STEP}`);
  return said === null ? facts
    : `${said} ${facts.replaceAll(SEVERAL_CLOCKS, '').replace(stepped === null ? '' : OTHER_WRITERS, '').trim()}`;
}

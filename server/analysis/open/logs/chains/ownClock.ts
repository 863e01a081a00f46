/** Says that the clock of Prometheus itself is why samples are out of bounds, if it set the time of some. Pure. */

const OUT = /\bout of bounds\b|samples that are too old or are too far into the future/;
/** Samples with the time of the server: of a scrape report, of a rule, of its own metrics. */
const OF_SERVER = new RegExp([
  /Appending scrape report failed/, /[Rr]ule evaluation result discarded/,
  /\btarget"?[=:] ?"?https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):9090\//, /\bscrape_pool"?[=:] ?"?prometheus\b(?!-)/,
].map(({ source }) => source).join('|'));
const MAX_LINE = 2000;

/** What the shared words and the message of a scrape mean, which ask to compare several clocks. */
const SEVERAL_CLOCKS = new RegExp([
  / ?Samples are older than the head takes, or the head is ahead of them: [^.]{1,100}\./,
  / ?Samples were not stored: compare the clocks of target and server, [^.]{1,100}\./,
].map(({ source }) => source).join('|'), 'g');

const OWN = 'Prometheus sets the time of some of these samples by its own clock (up and the rest of a scrape report, '
  + 'results of rules, its own metrics), so the targets are not the cause: its clock went back, or its head or a block '
  + 'has samples of a later time.';
const STEP = 'Look at the clock of this host (NTP) and compare it with prometheus_tsdb_head_max_time; with samples of '
  + 'the future, move the blocks and the WAL that hold them out of the data folder, or wait until that time has '
  + 'passed.';

/** Whether a sentence is of that meaning. */
export const isOwnClock = (sentence: string): boolean => sentence === OWN || sentence === STEP;

/** Returns facts in which the clock of the server is the cause, if samples that it stamped are out of bounds. */
export function withOwnClock(facts: string | null, lines: readonly string[]): string | null {
  if (facts === null || facts.search(SEVERAL_CLOCKS) < 0) return facts;
  const isOwn = lines.some((line) => {
    const text = line.slice(0, MAX_LINE);
    return OUT.test(text) && OF_SERVER.test(text);
  });
  return isOwn ? `${OWN} ${STEP} ${facts.replaceAll(SEVERAL_CLOCKS, '').trim()}` : facts;
}

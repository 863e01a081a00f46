/** Says of which pool failed scrapes are, and by their times of how many targets that have one name. Pure; bounded. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { timeOf } from '../../../look/factTools.ts';

const FAILED = /\bmsg="Scrape failed"/;
const POOL = /\bscrape_pool="?([^"\s]{1,100})/;
const TARGET = /\btarget="?([^"\s]{1,400})/;
const MAX_LINES = 300;
/** A target is scraped at the same offset within each interval. */
const SAME_SECONDS = 0.1;
const MIN_INTERVAL = 1;
const MIN_PAIRS = 3;

interface Failed { pool: string; target: string; seconds: number }

/** `count`: how many series of equal intervals the times are. */
interface Rounds { count: number; interval: number }

/** Returns the series of equal intervals of which all times are, each with two times or more; null without such. */
function roundsOf(times: readonly number[]): Rounds | null {
  const [first, last] = [times[0] ?? NaN, times.at(-1) ?? NaN];
  const isNear = (one: number): boolean => times.some((time) => Math.abs(time - one) <= SAME_SECONDS);
  for (const other of times.slice(1)) {
    const interval = other - first;
    if (interval < MIN_INTERVAL) continue;
    const goesOn = times.filter((time) => time + interval <= last + SAME_SECONDS);
    const begins = times.filter((time) => time - interval < first - SAME_SECONDS || !isNear(time - interval));
    const isWhole = goesOn.every((time) => isNear(time + interval))
      && times.every((time) => isNear(time + interval) || isNear(time - interval))
      && begins.every((time) => time - interval < first + SAME_SECONDS);
    if (isWhole && goesOn.length >= MIN_PAIRS) return { count: begins.length, interval };
  }
  return null;
}

/** Describes failed scrapes of one pool; null without one. */
export function scrapeRounds(lines: readonly string[]): string | null {
  const all = lines.filter((line) => FAILED.test(line)).slice(0, MAX_LINES).map((line): Failed =>
    ({ pool: POOL.exec(line)?.[1] ?? '', target: TARGET.exec(line)?.[1] ?? '', seconds: timeOf(line) }));
  const pool = all[0]?.pool ?? '';
  if (pool === '' || all.some((one) => one.pool !== pool)) return null;
  const targets = new Set(all.map(({ target }) => target));
  if (targets.size > 1) return `The failed scrapes are of ${targets.size} targets of the pool ${pool}.`;
  const times = all.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const rounds = times.every(Number.isFinite) ? roundsOf(times) : null;
  if (rounds === null) return `The target is of the pool ${pool}.`;
  const every = formatSeconds(Number(rounds.interval.toPrecision(3)));
  return rounds.count === 1 ? `The target is of the pool ${pool}, and each of its scrapes, every ${every}, fails.`
    : `By their times the failed scrapes are of ${rounds.count} targets of the pool ${pool}, of which the lines have `
      + `one URL: each is scraped every ${every}, and fails each time.`;
}

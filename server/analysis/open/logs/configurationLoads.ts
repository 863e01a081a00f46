/** Reports slow loads of the configuration of Prometheus, which usually take milliseconds. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { goDurationMs } from '../../logs/goDuration.ts';
import { joined, timeOf } from '../look/factTools.ts';

/** Time above which a load is slow. */
const SLOW_MS = 1000;
const MAX_TOLD = 3;
/** Share of a load in none of the parts listed from which it is reported. */
const MIN_REST = 0.2;
const BEGUN = /\bLoading configuration file\b/;
const DONE = /Completed loading of configuration file/;
const DURATION = new RegExp(
  /\b([A-Za-z_]{2,40})"?[=:] ?"?((?:\d{1,12}(?:\.\d{1,18})?(?:h|ms|m|[\u00b5\u03bcu]s|ns|s)){1,4})/.source
    + /(?=["\s,}]|$)/.source, 'g'
);

interface Load { atSeconds: number; ms: number; parts: { name: string; ms: number }[] }

/** Returns null if no load is slow. Its duration is the one that the line states, else the time from its first line. */
export function slowLoads(lines: readonly string[]): string | null {
  const slow = loadsOf(lines).filter(({ ms }) => ms > SLOW_MS).sort((a, b) => b.ms - a.ms);
  const [longest] = slow;
  if (longest === undefined) return null;
  const others = slow.slice(1, 1 + MAX_TOLD).map((load) => `${formatSeconds(load.ms / 1000)}${timed(load)}`);
  const more = slow.length - 1 - others.length;
  return joined([
    `Loading the configuration took ${formatSeconds(longest.ms / 1000)}${timed(longest)}.`, partsOf(longest),
    others.length === 0 ? null
      : `It took long ${others.length + more} more ${others.length + more === 1 ? 'time' : 'times'}: ${
        others.join(', ')}${more > 0 ? ', …' : ''}.`,
    'Milliseconds are normal: look for a slow disk, too little CPU, or many and expensive rules and files.',
  ]);
}

const timed = ({ atSeconds }: Load): string =>
  (Number.isFinite(atSeconds) ? ` until ${new Date(atSeconds * 1000).toISOString().slice(0, 19)}Z` : '');

function partsOf({ ms, parts }: Load): string | null {
  const [longest] = parts.toSorted((a, b) => b.ms - a.ms);
  if (longest === undefined) return null;
  const rest = ms - parts.reduce((sum, part) => sum + part.ms, 0);
  return `Its longest part is ${longest.name}, ${formatSeconds(longest.ms / 1000)}${
    rest < MIN_REST * ms ? '' : `; ${formatSeconds(rest / 1000)} of it are in none of the parts listed`}.`;
}

function loadsOf(lines: readonly string[]): Load[] {
  let begunSeconds = NaN;
  return lines.flatMap((line): Load[] => {
    if (!DONE.test(line)) {
      if (BEGUN.test(line)) begunSeconds = timeOf(line);
      return [];
    }
    const stated = [...line.matchAll(DURATION)].flatMap(([, name = '', text]) => {
      const ms = goDurationMs(text);
      return ms === null ? [] : [{ name, ms }];
    });
    const total = stated.find(({ name }) => name === 'totalDuration')?.ms;
    const atSeconds = timeOf(line);
    const ms = total ?? 1000 * (atSeconds - begunSeconds);
    begunSeconds = NaN;
    return Number.isFinite(ms) ? [{ atSeconds, ms, parts: stated.filter(({ name }) => name !== 'totalDuration') }] : [];
  });
}

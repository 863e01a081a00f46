/** Summarizes a table whose rows measure different things, such as panels of a load test: better or worse. Pure. */
import { formatNumber } from '../../../../../../core/text/format.ts';
import type { Comparison } from './comparison.ts';
import { isTested, percent, type Changed } from './tableWords.ts';

type Kind = 'errors' | 'allocations' | 'resource' | 'rate' | 'time';

/** What a row measures, by its name; the first that fits. Only of a rate, more is better. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['errors', /\b(?:errors?|fail(?:ed|ures?)|dropped|timeouts?|rejected|missed)\b/i],
  ['allocations', /\ballocat(?:ed|ions)\b|\ballocs?\b/i],
  ['resource', /\bcpu\b|\bcores?\b|\bmemory\b|\brss\b|\bheap\b|\bgoroutines\b|\([KMGT]i?B\)/i],
  ['rate', new RegExp([
    /\b(?:requests?|queries|req|ops|operations|transactions|rows|samples|events|messages)\b[^|]{0,20}\/ ?s\b/,
    /\b(?:qps|rps|tps|throughput)\b/,
  ].map(({ source }) => source).join('|'), 'i')],
  ['time', /\((?:[n\u00b5\u03bcum]?s|sec|seconds)\)|\b(?:latency|duration|pause)\b|\btime\b/i],
];
const kindOf = ({ name }: Pick<Comparison, 'name'>): Kind | null =>
  (/\b(?:free|available|idle|hits?)\b/i.test(name) ? null
    : KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? null);

const OF_BENCHMARKS = /\/(?:op|iter)\b/;
const A_BENCHMARK = /^Benchmark|-\d{1,4}$/;
const MIN_ROWS = 3;
/** Change from which a row without a test is named. */
const MIN_CHANGE = 0.05;
const MAX_NAMED = 6;

/** Whether rows of one unit are of different kinds, so that they have no common mean and no common direction. */
export function areUnlike(rows: readonly Comparison[]): boolean {
  const kinds = new Set(rows.flatMap((row) => kindOf(row) ?? []));
  return rows.length >= MIN_ROWS && kinds.size > 1 && !isTested(rows)
    && rows.every(({ name, unit, isMarkdown }) => isMarkdown && !OF_BENCHMARKS.test(unit ?? '')
      && !A_BENCHMARK.test(name));
}

const named = (rows: readonly Changed[]): string => rows.slice(0, MAX_NAMED)
  .map(({ name, change }) => `${name} ${percent(change)}`).join(', ')
  .concat(rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : '');

/** Says what became worse and better, each row by its kind, and what fewer requests mean for the totals. */
export function unlikeFacts(rows: readonly Comparison[]): string {
  const changed = rows.filter((row): row is Changed => row.change !== null && Math.abs(row.change) >= MIN_CHANGE)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const isWorse = (row: Changed): boolean => (kindOf(row) === 'rate' ? row.change < 0 : row.change > 0);
  const known = changed.filter((row) => kindOf(row) !== null);
  const [worse, better] = [known.filter(isWorse), known.filter((row) => !isWorse(row))];
  const other = changed.filter((row) => kindOf(row) === null);
  const same = rows.filter(({ change }) => change === null || change === 0).length;
  const small = rows.length - changed.length - same;
  return [
    worse.length === 0 ? '' : `worse in ${worse.length} of ${rows.length} rows (${named(worse)})`,
    better.length === 0 ? worse.length === 0 ? '' : 'better in none by 5 % or more'
      : `better in ${better.length} (${named(better)})`,
    other.length === 0 ? '' : `changed in ${other.length} more (${named(other)})`,
    small === 0 ? '' : `${small} changed by less than 5 %`, same === 0 ? '' : `${same} the same`,
  ].filter((part) => part !== '').join('; ').concat('.', fewerRequests(rows));
}

/** Says that fewer requests in longer times are one effect, and what a request takes; "" without both. */
function fewerRequests(rows: readonly Comparison[]): string {
  const all = rows.filter((row): row is Changed => row.change !== null);
  const requests = all.filter((row) => kindOf(row) === 'rate' && /request|quer|\b[qrt]ps\b/i.test(row.name)
    && row.change <= -MIN_CHANGE && row.change > -1);
  if (requests.length === 0 || !all.some((row) => kindOf(row) === 'time' && row.change >= MIN_CHANGE)) return '';
  const each = all.filter((row) => kindOf(row) === 'allocations' || /\bcpu\b/i.test(row.name)).map((row) => {
    const shares = requests.map(({ change }) => (1 + row.change) / (1 + change) - 1).sort((a, b) => a - b);
    const [least = 0, most = least] = [shares[0], shares.at(-1)];
    const span = percent(least) === percent(most) ? percent(least) : `${percent(least)} to ${percent(most)}`;
    return `${row.name} ${span} (the total ${row.change === 0 ? 'is the same' : percent(row.change)})`;
  });
  const fewer = requests.map(({ change }) => formatNumber(-100 * change)).join(' %, \u2212');
  return ` Fewer requests (\u2212${fewer} %) and longer times are one effect if the load waits for its answers: the `
    + `slower side then does less work, so totals do not compare${
      each.length === 0 ? '.' : `. Divided by the requests: ${each.join(', ')}.`}`;
}

/** The next step for such a table. */
export const UNLIKE_STEP = 'To find the cause, record CPU and allocation profiles of both sides under this load, and '
  + 'repeat the run to see how far its values vary.';

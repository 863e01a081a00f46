/** Joins the debug lines that name duplicate series to the warning on refused samples of the same target. Pure. */

const TWICE = /\bDuplicate sample for timestamp\b/;
const POOL = /\bscrape_pool"?[=:] ?"?([\w./-]{1,200})/;
const TARGET = /\btarget"?[=:] ?"?([^\s"]{1,300})/;
const SERIES = /\bseries"?[=:] ?(?:"((?:[^"\\]|\\.){1,1500})"|([^\s"]{1,300}))/;
const NAME = /^[\w:]{1,200}(?=\{|$)/;
const LABEL = /(\w{1,100})="((?:[^"\\]|\\.){0,300})"/g;
const MAX_LINE = 2000;
const MAX_METRICS = 3;
const MAX_COMMON = 2;
const MAX_EXAMPLE = 200;
/** What the warning alone leaves open. */
const STEP = ': see whether two targets or senders have the same labels, or a target has a series twice.';

interface Twice { pool: string; target: string; series: string[] }

/** Returns the duplicate series that the lines name, if all are of one target. */
function twiceIn(lines: readonly string[]): Twice | null {
  const all = lines.map((line) => line.slice(0, MAX_LINE)).filter((line) => TWICE.test(line)).flatMap((line) => {
    const [, quoted, bare = ''] = SERIES.exec(line) ?? [];
    const [pool, target] = [POOL.exec(line)?.[1], TARGET.exec(line)?.[1]];
    const series = (quoted ?? bare).replaceAll(/\\+"/g, '"');
    return pool === undefined || target === undefined || !NAME.test(series) ? [] : [{ pool, target, series }];
  });
  const [first] = all;
  return first === undefined || all.some(({ pool, target }) => pool !== first.pool || target !== first.target) ? null
    : { pool: first.pool, target: first.target, series: [...new Set(all.map(({ series }) => series))] };
}

/** Returns the label pairs that several series share, the last first, as they tell most of a metric. */
function commonLabels(series: readonly string[]): string[] {
  const [first = '', ...others] = series;
  return others.length === 0 ? [] : [...first.matchAll(LABEL)].map(([pair]) => pair)
    .filter((pair) => others.every((one) => one.includes(`{${pair}`) || one.includes(`,${pair}`)
      || one.includes(`, ${pair}`))).slice(-MAX_COMMON);
}

/** Returns which series a target of that scrape pool gives twice in a scrape; null if no debug line names them. */
export function twiceInScrape(lines: readonly string[], ofPool: string): string | null {
  const twice = twiceIn(lines);
  if (twice?.pool !== ofPool) return null;
  const { target, series } = twice;
  const metrics = [...new Set(series.flatMap((one) => NAME.exec(one)?.[0] ?? []))];
  const [metric = ''] = metrics;
  const common = commonLabels(series);
  const example = series.find((one) => one.length <= MAX_EXAMPLE);
  const which = series.length === 1 ? `the series ${series.join('')}`
    : `${series.length} series, ${metrics.length === 1 ? `all of ${metric}` : `of ${
      metrics.slice(0, MAX_METRICS).join(', ')}${metrics.length > MAX_METRICS ? ` and ${
        metrics.length - MAX_METRICS} more metrics` : ''}`}${
      common.length === 0 ? '' : ` with ${common.join(' and ')}`}${example === undefined ? '' : ` (as ${example})`}`;
  const each = series.length === 1 ? 'it' : 'each of them';
  return `The debug lines name ${which}, of the target ${target}. Unless it sends timestamps of its own, that one `
    + `target gives ${each} more than once in one scrape, and only the first sample of the scrape is kept: see its `
    + `page for such repeated lines (curl -s ${target} | grep '^${metric}'), and correct the exporter or what it `
    + 'reads; until then drop the metric (metric_relabel_configs).';
}

/** Returns facts without the step of the warning, which such a sentence answers. */
export const withoutTwoTargets = (facts: string | null, refused: string | null): string | null =>
  (refused?.includes('The debug lines name ') === true ? facts?.replaceAll(STEP, '.') ?? null : facts);

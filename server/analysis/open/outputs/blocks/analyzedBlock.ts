/** Summarizes the output of `promtool tsdb analyze`, whole or a single list of it: series, churn, cardinality. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { wordOf } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';

const METRICS = 'Highest cardinality metric names';
const LABELS = 'Highest cardinality labels';
const CHURN_PAIRS = 'Label pairs most involved in churning';
const CHURN_NAMES = 'Label names most involved in churning';
const MAX_ROWS = 50;
/** Label names of more than this share of the churn are on nearly all series, and say nothing of the cause. */
const COMMON = 0.8;
/** A pair with less of the churn does not explain it. */
const MIN_EXPLAINED = 0.25;
/** Figures that differ by less are of the same series. */
const ALIKE = 0.98;
const HIGH_CHURN = 0.3;
const LOW_CHURN = 0.05;
const MAX_ALIKE = 3;

interface Row { name: string; count: number }

/** Returns the series, what churns and what has most series or values; of a single list, its first row. */
export function analyzedFacts({ head }: Look): string | null {
  const series = wordOf(/^(?:Total )?Series: (\d+)/m, head);
  const churn = churnFacts(head, series === undefined ? null : Number(series));
  const [most] = rowsOf(head, METRICS);
  if (series === undefined) return joined([
    most === undefined || most.count === 0 ? null
      : `The metric name ${most.name} has most series: ${whole(most.count)}.`,
    churn, most === undefined && churn === null ? listFact(head) : null,
  ]);
  if (Number(series) === 0) return emptyBlock(head);
  const labels = wordOf(/^Label names: (\d+)/m, head);
  const matched = /^Matcher: (\S{1,300})[^]*?^Matched series: (\d+)/m.exec(head);
  if (matched?.[2] === '0') return `The block has ${whole(Number(series))} series, and none of them matches ${
    matched[1]}: the lists, which are of those that match, say nothing.`;
  const of = matched === null ? `${whole(Number(series))} series`
    : `${whole(Number(series))} series, ${whole(Number(matched[2]))} of which match ${matched[1]},`;
  const [label] = rowsOf(head, LABELS);
  return joined([[
    `The block has ${of}${labels === undefined ? '' : ` and ${labels} label names`}`,
    most === undefined ? '' : `; the metric name ${most.name} has most: ${whole(most.count)}${
      matched === null ? ` (${formatNumber(100 * most.count / Number(series))} %)` : ''}`,
    label === undefined || label.name === '__name__' ? ''
      : `; the label ${label.name} has most values (${whole(label.count)})`, '.',
  ].join(''), churn]);
}

/** Says that a block has no series, of which the lists say nothing. */
function emptyBlock(head: string): string {
  const block = wordOf(/^Block (?:ID|path): (\S{1,200})/mi, head);
  const duration = wordOf(/^Duration: (\S{1,60})/m, head);
  return `The block${block === undefined ? '' : ` ${block.split('/').at(-1)}`}${
    duration === undefined ? '' : ` (${duration})`} is empty: it has no series, so its lists say nothing. promtool `
    + 'tsdb list shows which blocks have series.';
}

const whole = (value: number): string => value.toLocaleString('en-US');
const share = (ratio: number): string => `${formatNumber(100 * ratio)} %`;

/** Returns the rows of a list; none if the text does not have it. */
function rowsOf(head: string, title: string): Row[] {
  const at = head.search(new RegExp(`^${title}:[ \\t]*\\n`, 'm'));
  if (at < 0) return [];
  const rows: Row[] = [];
  for (const line of head.slice(at).split('\n', MAX_ROWS).slice(1)) {
    const [, count, name] = /^[ \t]{0,8}(\d{1,15}) (\S.{0,199}?)\s*$/.exec(line) ?? [];
    if (name === undefined) break;
    rows.push({ name, count: Number(count) });
  }
  return rows;
}

function listFact(head: string): string | null {
  const [pair] = rowsOf(head, 'Most common label pairs');
  const [label] = rowsOf(head, LABELS);
  return pair !== undefined ? `The label pair ${pair.name} is on most series: ${whole(pair.count)}.`
    : label === undefined ? null : `The label ${label.name} has most values: ${whole(label.count)}.`;
}

/** Returns how much of the block its series leave uncovered, and which label pair explains most of it. */
function churnFacts(head: string, series: number | null): string | null {
  const [pairs, names] = [rowsOf(head, CHURN_PAIRS), rowsOf(head, CHURN_NAMES)];
  const [first] = pairs.length > 0 ? pairs : names;
  if (first === undefined || first.count === 0) return null;
  // Each series has a name, so that the figure of this label is that of all series.
  const stated = names.find(({ name }) => name === '__name__')?.count;
  const all = stated ?? Math.max(first.count, ...names.map(({ count }) => count));
  const ratio = series === null || stated === undefined ? null : stated / series;
  if (stated === undefined && series !== null && first.count <= LOW_CHURN * series)
    return `Its churn is low: of no label pair does it add up to more than ${
      first.count === 1 ? 'one' : whole(first.count)} series of the whole length.`;
  const amount = `${stated === undefined ? 'at least ' : ''}${whole(all)} series of the whole length`;
  const level = ratio === null ? 'Its churn' : ratio >= HIGH_CHURN ? 'Its churn is high'
    : ratio <= LOW_CHURN ? 'Its churn is low' : 'Its churn';
  const part = ratio === null ? '' : `, ${share(ratio)} of all`;
  const lead = `${level}: series begin late or end early, and what they lack adds up to ${amount}${part}.`;
  const low = ratio !== null && ratio <= LOW_CHURN;
  return low ? lead : joined([lead, ...pairFacts(pairs, names, rowsOf(head, LABELS), all)]);
}

function pairFacts(
  pairs: readonly Row[], names: readonly Row[], values: readonly Row[], all: number
): string[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const alike = pairs.filter(({ count }) => count >= ALIKE * first.count).slice(0, MAX_ALIKE);
  const general = `${share(first.count / all)} of it is under ${pairWords(alike)}`;
  const special = pairs.find(({ name, count }) => {
    const of = names.find((one) => one.name === labelOf(name));
    return of !== undefined && of.count <= COMMON * all && count >= MIN_EXPLAINED * all;
  });
  if (special === undefined || alike.includes(special))
    return [`${general}.`, ...comingFacts(pairs, names, values, all)];
  const own = labelOf(special.name);
  const count = names.find(({ name }) => name === own)?.count ?? 0;
  const companions = names.filter(({ name, count: of }) => name !== own && of <= COMMON * all
    && Math.min(of, count) >= ALIKE * Math.max(of, count)).slice(0, MAX_ALIKE).map(({ name }) => name);
  const others = companions.length === 0 ? ''
    : `, on series that also have ${companions.length === 1 ? 'the label' : 'the labels'} ${companions.join(', ')}`;
  return [
    `${general}; the most specific pair of it is ${special.name} with ${whole(special.count)} `
      + `(${share(special.count / all)})${others}.`,
    ...sourceOf([own, ...companions]),
    `Narrow what exports ${special.name}, or drop these series with metric_relabel_configs, then analyze a newer `
      + 'block.',
  ];
}

/** Returns pairs with the figure of each, which those of the same figure share. */
function pairWords(pairs: readonly Row[]): string {
  const figures = [...new Set(pairs.map(({ count }) => count))];
  return figures.map((figure) => {
    const own = pairs.filter(({ count }) => count === figure).map(({ name }) => name);
    return `${own.join(', ')} (${whole(figure)}${own.length > 1 ? ' each' : ''})`;
  }).join('; ');
}

/** A metric name with less of the churn is not named, nor is a label with fewer values the cause. */
const MIN_OF_METRIC = 0.05;
const MIN_VALUES = 1000;
const MAX_METRICS = 4;
const OF_CADVISOR = /^(?:container_\w|machine_\w)/;

/** Names the label whose values come and go and the metric names with most of the churn, with the step. */
function comingFacts(
  pairs: readonly Row[], names: readonly Row[], values: readonly Row[], all: number
): string[] {
  const metrics = pairs.filter(({ name, count }) => name.startsWith('__name__=') && count >= MIN_OF_METRIC * all)
    .slice(0, MAX_METRICS).map(({ name, count }) => ({ name: name.slice('__name__='.length), count }));
  const label = values.find(({ name, count }) => name !== '__name__' && count >= MIN_VALUES
    && (names.find((one) => one.name === name)?.count ?? 0) >= ALIKE * (pairs[0]?.count ?? Infinity));
  const isCadvisor = label?.name === 'id' && metrics.some(({ name }) => OF_CADVISOR.test(name));
  const cause = label === undefined ? [] : [`Nearly all of it has the label ${label.name}${isCadvisor
    ? ': cAdvisor gives it a value for each control group, so that each container that starts makes new series'
    : ': each new value makes new series, so leave that label out where the metrics are made'}.`];
  return metrics.length === 0 ? [...cause, 'See which of the series there come and go.'] : [
    ...cause, `By metric name it is most in ${pairWords(metrics)}${label !== undefined && !isCadvisor ? '.'
      : ': drop those that are not needed (metric_relabel_configs, action: drop), then analyze a newer block.'}`,
  ];
}

/** Sources of series by labels that only they have, with what makes so many of them. */
const SOURCES: readonly (readonly [labels: string, source: string, step: string])[] = [
  ['pattern process_name', 'the procstat input of Telegraf, which has series for each process that its pattern '
    + 'matches', 'match only the processes that matter (pattern, exe), and leave out the tag user or pid'],
  ['objectname', 'the win_perf_counters input of Telegraf, which has series for each instance of its objects',
    'name the Instances in place of "*", as of the object Process'],
  ['id image', 'cAdvisor in the kubelet, which has series for each container', 'look at which containers are made '
    + 'again and again'],
];

/** Returns the source of the series by their labels; none if it is not known. */
function sourceOf(labels: readonly string[]): string[] {
  const found = SOURCES.find(([own]) => own.split(' ').every((label) => labels.includes(label)));
  return found === undefined ? [] : [`These labels are of ${found[1]}: ${found[2]}.`];
}

const labelOf = (pair: string): string => pair.slice(0, Math.max(0, pair.indexOf('=')));

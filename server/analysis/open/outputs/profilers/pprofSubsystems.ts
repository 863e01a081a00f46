/** Tells which subsystem of a server the functions of a table of pprof belong to, by the rules for profiles. Pure. */
import { formatNumber } from '../../../../../core/text/format.ts';
import { taskOf } from '../../../../../core/profile/packageTasks.ts';
import { unvendored, VENDORED } from '../../../../../core/profile/packages.ts';
import {
  AREA_RULES, RUNTIME_RULES, SERVER_FUNCTION, SERVER_RULES,
} from '../../../../../core/profile/subsystemRules.ts';
import { joined } from '../../look/factTools.ts';
import type { PprofRow } from './pprofDifference.ts';
import { pprofAmount, pprofUnit } from './pprofTotals.ts';

interface Group { id: string; name: string }

const DISCOVERY: Group = { id: 'discovery', name: 'Kubernetes service discovery (its objects and their decoding)' };
const DECODING: Group = { id: 'decoding', name: 'decoding of JSON or protobuf' };
const INDEX: Group = { id: 'tsdb-index', name: 'index of the TSDB' };
/** Rules for profiles count these with other code. */
const SERIES: Group = { id: 'tsdb-series', name: 'series and chunks of the TSDB' };
const REQUESTS: Group = { id: 'requests', name: 'write requests and their labels' };
const LABELS: Group = { id: 'labels', name: 'labels of series' };
const REST: Group = { id: 'tsdb', name: 'other code of the TSDB' };
const OTHER: Group = { id: 'other', name: 'other code' };

const OF_KUBERNETES = /^k8s\.io\//;
const OF_DECODING = new RegExp([
  /^(?:github\.com\/ugorji\/go\/codec|github\.com\/json-iterator\/go|encoding\/json|github\.com\/gogo\/protobuf)\b/,
  /^(?:github\.com\/golang\/protobuf|google\.golang\.org\/protobuf)\b/,
].map(({ source }) => source).join('|'));
const OF_INDEX = /(?:^|\/)tsdb\/index\./;
const OF_SERIES = new RegExp(String.raw`/tsdb\.(?:newMemSeries|newTxRing|newStripeSeries)\b`
  + String.raw`|/tsdb\.\(?\*?(?:seriesHashmap|memSeries)\)?\.`
  + String.raw`|/chunkenc\.(?:New\w{0,20}Chunk|\(\*(?:bstream|\w{0,20}Chunk)\))`);
const OF_LABELS = /\/prometheus\/prometheus\/(?:pkg|model)\/labels\./;
/** Series as queries read them, by the names of older versions. */
const OF_QUERIES = new RegExp(String.raw`/tsdb\.\(\*(?:baseChunkSeries|populatedChunkSeries|chunkSeriesIterator`
  + String.raw`|chunkSeries(?:Set)?|merged(?:Vertical)?SeriesSet|verticalMerge\w{4,20}|blockSeriesSet)\)`);
/** The summaries among a server's own metrics. */
const OF_SUMMARIES = /^github\.com\/beorn7\/perks\//;
/** The decoder of series in the WAL, and the functions for its bytes. */
const OF_RECORDS = /\/tsdb\/record\.\(\*Decoder\)/;
const OF_BYTES = /\/tsdb\/encoding\.\(\*Decbuf\)/;
/** Functions that only a process with a head has. */
const OF_HEAD = /\/tsdb\.(?:newMemSeries\b|\(\*Head\)\.)/;
/** The types that a request of remote write is decoded to, in the packages of each store. */
const OF_REQUESTS = new RegExp(String.raw`/(?:storepb/prompb|mimirpb|cortexpb)\.`
  + String.raw`\(\*\w{0,20}(?:Time[sS]eries|WriteRequest)\)\.Unmarshal\b|/labelpb\.ReAlloc`);
const OF_THANOS_REQUESTS = /\/thanos\/pkg\/store\/storepb\/prompb\./;
const RULES = [...RUNTIME_RULES, ...AREA_RULES].map(({ id, name, functions }) =>
  ({ id, name, matchers: functions.map((one) => new RegExp(one)) }));
/** Rules of work that a server does for itself or its users, in contrast to that of the runtime and the system. */
const RULE_OF: ReadonlyMap<string, (typeof RULES)[number]> = new Map(RULES.map((rule) => [rule.id, rule]));
const WORK: ReadonlySet<string> = new Set([
  ...SERVER_RULES, 'discovery', 'decoding', 'tsdb-index', 'notifier', 'web', SERIES.id, REQUESTS.id,
]);

/** Programs by the modules of their own code; a vendored module stands in the folder of the program. */
const PROGRAMS: readonly (readonly [program: string, code: RegExp])[] = [
  ['Thanos', /\bgithub\.com\/thanos-io\/thanos\//], ['Mimir', /\bgithub\.com\/grafana\/mimir\//],
  ['Cortex', /\bgithub\.com\/cortexproject\/cortex\//], ['Loki', /\bgithub\.com\/grafana\/loki\//],
  ['Pyroscope', /\bgithub\.com\/grafana\/pyroscope\/(?:pkg|cmd)\//],
  ['VictoriaMetrics', /\bgithub\.com\/VictoriaMetrics\/VictoriaMetrics\//],
  ['Prometheus', /\bgithub\.com\/prometheus\/prometheus\/(?:vendor|cmd\/prometheus|web|discovery)[./]/],
];

/** Returns the program whose code a table has; undefined if several or none show. */
export const programOfCode = (text: string): string | undefined => PROGRAMS.find(([, code]) => code.test(text))?.[0]
  ?? (PROMQL.test(text) && SCRAPES.test(text) ? 'Prometheus' : undefined);
/** The evaluation of PromQL; of the programs with its code, only Prometheus itself also scrapes. */
const PROMQL = /\bgithub\.com\/prometheus\/prometheus\/promql\./;
const SCRAPES = /\bgithub\.com\/prometheus\/prometheus\/scrape\./;

const MIN_ROWS = 3;
const MIN_PERCENT = 5;
const MAX_GROUPS = 5;
/** Share from which what discovery watches is worth a step. */
const MIN_DISCOVERY = 20;
const LESS_DISCOVERY = 'Fewer objects in kubernetes_sd_configs (roles, namespaces, selectors) need less; whether it '
  + 'grows is shown by a second profile taken later.';

const OF_SERIES_COUNT = 'The number of series decides on that: TSDB Status on the web page shows the metrics and '
  + 'labels with most of them; a second profile taken later shows whether it grows.';
/** Steps for the group that has most of a heap. */
const STEPS: Readonly<Record<string, string>> = {
  query: 'Queries and rules that were running hold that memory: query_log_file and the duration of rule groups show '
    + 'the heavy ones, --query.max-samples limits one; a second profile taken later shows whether it grows.',
  [SERIES.id]: OF_SERIES_COUNT, [LABELS.id]: OF_SERIES_COUNT,
};

/** Marks of the other rows of a table, by which some of its functions are placed. */
interface Around { hasKubernetes: boolean; hasHead: boolean; hasRecords: boolean }

/**
 * Returns the rule that a function matches first; a decoder counts with Kubernetes where its objects are decoded, one
 * of series with write requests where a head takes them.
 */
function groupOf(name: string, { hasKubernetes, hasHead, hasRecords }: Around): Group {
  const own = name.replace(VENDORED, '');
  if (OF_KUBERNETES.test(own)) return DISCOVERY;
  if (OF_DECODING.test(own)) return hasKubernetes ? DISCOVERY : DECODING;
  if (OF_INDEX.test(name) && !/\(\*Writer\)/.test(name)) return INDEX;
  if (OF_REQUESTS.test(own)) return hasHead ? REQUESTS : own.includes('.Unmarshal') ? DECODING : OTHER;
  const special = OF_QUERIES.test(own) ? 'query' : OF_SUMMARIES.test(own) ? 'web'
    : hasRecords && OF_BYTES.test(own) ? 'wal' : null;
  if (special !== null) return RULE_OF.get(special) ?? OTHER;
  if (OF_LABELS.test(own)) return LABELS;
  const group = RULES.find(({ matchers }) => matchers.some((one) => one.test(name) || one.test(own))) ?? OTHER;
  return group.id !== REST.id ? group : OF_SERIES.test(own) ? SERIES : REST;
}

const percentOf = (text: string): number => Number.parseFloat(text);

/**
 * Returns the subsystems that hold most by themselves, and the one that has most with what it calls; null for others.
 * `type`: that of its values, if the text states it; `said`: what is reported before.
 */
export function subsystemFacts(
  rows: readonly PprofRow[], { type, said }: { type: string | undefined; said: string }
): string | null {
  if (rows.length < MIN_ROWS || !rows.some(({ name }) => SERVER_FUNCTION.test(name))) return null;
  const hasKubernetes = rows.some(({ name }) => OF_KUBERNETES.test(name.replace(VENDORED, '')));
  const hasHead = rows.some(({ name }) => OF_HEAD.test(name));
  const hasRecords = rows.some(({ name }) => OF_RECORDS.test(name));
  const placed = rows.map((row) => ({ row, group: groupOf(row.name, { hasKubernetes, hasHead, hasRecords }) }));
  const isReceive = hasHead && rows.some(({ name }) => OF_THANOS_REQUESTS.test(name));
  const isMemory = rows.some(({ flat }) => pprofUnit(flat) === 'bytes');
  const ofDiscovery = placed.filter(({ group }) => group === DISCOVERY)
    .reduce((sum, { row }) => sum + percentOf(row.share), 0);
  return joined([
    isReceive ? 'Write requests next to a head of series are those of Thanos Receive.' : null,
    flatFact(placed), cumFact(placed, { said, isMemory }),
    isMemory && type === undefined
      ? 'Its values are bytes, of a heap or allocs profile: which type is not in the text.' : null,
    isMemory && ofDiscovery >= MIN_DISCOVERY ? LESS_DISCOVERY : null,
    isMemory && type?.startsWith('alloc') !== true && ofDiscovery < MIN_DISCOVERY ? stepOf(placed) : null,
  ]);
}

type Placed = readonly { row: PprofRow; group: Group }[];

interface Sum { id: string; name: string; percent: number; amount: number; unit: string }

/** Self values add up; they are summed by subsystem, the largest first. */
function sumsOf(placed: Placed): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { row, group: { id, name } } of placed) {
    const own = sums.get(id) ?? { id, name, percent: 0, amount: 0, unit: row.flat };
    own.percent += percentOf(row.share);
    own.amount += pprofAmount(row.flat);
    sums.set(id, own);
  }
  return [...sums.values()].sort((a, b) => b.percent - a.percent);
}

/** Returns the step for the group with the largest part of a heap; null if it has none. */
const stepOf = (placed: Placed): string | null => STEPS[sumsOf(placed)[0]?.id ?? ''] ?? null;

function flatFact(placed: Placed): string | null {
  const groups = sumsOf(placed);
  const most = groups.filter(({ id, percent }) => id !== OTHER.id && percent >= MIN_PERCENT).slice(0, MAX_GROUPS);
  return most.length === 0 ? null : `By subsystem, the self values of the ${placed.length} functions listed are: ${
    most.map(({ name, percent, amount, unit }) =>
      `${name} ${amountText(amount, unit)} (${formatNumber(percent)} %)`).join('; ')}${
    restText(placed.filter(({ group }) => !most.some(({ id }) => id === group.id)), {
      amount: sum(groups.map(({ amount }) => amount)) - sum(most.map(({ amount }) => amount)),
      percent: sum(groups.map(({ percent }) => percent)) - sum(most.map(({ percent }) => percent)),
    })}.`;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Smallest share of the functions in no group told that is reported, and of which the largest function is named. */
const MIN_REST = 1;
const MUCH_REST = 10;

/** Returns what the functions listed have that are in none of the groups told, so that all of them add up. */
function restText(others: Placed, { amount, percent }: { amount: number; percent: number }): string {
  const [most] = others.toSorted((a, b) => percentOf(b.row.share) - percentOf(a.row.share));
  return most === undefined || percent < MIN_REST ? ''
    : `; other functions listed ${amountText(amount, most.row.flat)} (${formatNumber(percent)} %${
      percent < MUCH_REST ? '' : `, ${others.length < 2 ? '' : 'most of it '}${unvendored(most.row.name)}`})`;
}

/** Words before the function with the largest cumulative value. */
export const CUM_WORDS = 'Including what it calls (cum), ';

/** Cumulative values contain each other, so that only the largest of a subsystem is told. */
function cumFact(placed: Placed, { said, isMemory }: { said: string; isMemory: boolean }): string | null {
  const [most] = placed.filter(({ row, group }) => WORK.has(group.id) && percentOf(row.cumShare) >= MIN_PERCENT
    && percentOf(row.cumShare) > 1.02 * percentOf(row.share))
    .toSorted((a, b) => percentOf(b.row.cumShare) - percentOf(a.row.cumShare));
  if (most === undefined) return null;
  const { row, group } = most;
  const task = taskIn(row.name, group);
  if (said.includes(row.name))
    return `${unvendored(row.name)} ${task === null ? `is of the subsystem ${group.name}` : `is part of ${task}`}.`;
  const isMost = placed.every((one) => !WORK.has(one.group.id)
    || percentOf(one.row.cumShare) <= percentOf(row.cumShare));
  // A smaller one than others listed says nothing more than its row.
  return !isMost ? null
    : `${CUM_WORDS}${unvendored(row.name)} has most of the ${
      isMemory ? 'memory' : 'server’s work'} listed: ${row.cum} (${row.cumShare}; ${task ?? group.name}).`;
}

/** Subsystems that are a mere rest, or by their package also have other work. */
const WIDE: ReadonlySet<string> = new Set([REST.id, 'scrape']);

/** Returns what a function of a wide subsystem is part of; null for one of another. */
const taskIn = (name: string, { id }: Group): string | null => (WIDE.has(id) ? taskOf(unvendored(name)) : null);

/** Formats a sum in the unit of one of its values, as pprof prints it. */
function amountText(amount: number, one: string): string {
  const unit = one.replace(/^-?[\d.]+/, '');
  return `${Number((amount / pprofAmount(`1${unit}`)).toFixed(2))}${unit}`;
}

/** Returns `subsystem: Head append` or `part of scraping` for one function of a server; null for other code. */
export function subsystemWords(name: string): string | null {
  const group = groupOf(name, { hasKubernetes: false, hasHead: false, hasRecords: false });
  if (!SERVER_FUNCTION.test(name) || !WORK.has(group.id)) return null;
  const task = taskIn(name, group);
  return task === null ? `subsystem: ${group.name}` : `part of ${task}`;
}

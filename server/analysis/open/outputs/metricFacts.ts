/** Summarizes what selected series of a scrape show together. Pure. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import { detectTarget } from '../../../data/metrics/detectTarget.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { roleValues } from '../../../data/metrics/roles.ts';
import { bucketFacts, type Bucket } from '../look/buckets.ts';
import { joined } from '../look/factTools.ts';
import { sentence } from '../look/named.ts';

const SAMPLE = /^([a-zA-Z_:][\w:]{0,200})(?:\{([^{}\n]{0,3000})\})? (?:= )?(-?\d\S{0,30})(?: \d{13})?[ \t]*$/gm;
const LABEL = /([a-zA-Z_]\w{0,100})="([^"\n]{0,500})"/g;
const MAX_SAMPLES = 500;
const MAX_HISTOGRAMS = 2;
const CHUNKS_PER_SERIES = 3;
/** Ratio of created series to series in the head from which churn is reported. */
const CHURN = 1.5;
const NEVER_DELETED = /_size_retentions_total(?:\{[^}\n]*\})? 0\s*$/m;
const MERGES_WAIT = /^vm_merge_need_free_disk_space(?:\{[^}\n]*\})? [1-9]/m;
/** Counters that stay at 0 in a healthy server. */
const FAILURES: readonly (readonly [role: Role, word: string])[] = [
  ['compactionsFailed', 'failed compactions'], ['walCorruptions', 'corruptions of the WAL'],
  ['walTruncationsFailed', 'failed WAL truncations'], ['walWritesFailed', 'failed writes to the WAL'],
  ['headTruncationsFailed', 'failed head truncations'], ['checkpointsFailed', 'failed checkpoints'],
];
const ROLES = [
  'blocksBytes', 'retentionLimitBytes', 'headSeries', 'headChunks', 'chunksToPersist', 'seriesCreated', 'rowsStored',
  'samplesAppended', ...FAILURES.map(([role]) => role),
] as const satisfies readonly Role[];

interface Sample { name: string; labels: Record<string, string>; value: number }
type Values = Partial<Record<Role, number>>;

export function metricFacts(text: string): string | null {
  const lines = [...text.matchAll(SAMPLE)].slice(0, MAX_SAMPLES);
  const samples = lines.map(([, name = '', labels = '', value]): Sample => ({
    name, value: Number(value),
    labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = '', of = '']): [string, string] => [key, of])),
  }));
  // A series that occurs twice comes from two moments or servers.
  const isOne = new Set(lines.map(([, name, labels]) => `${name}{${labels}`)).size === lines.length;
  const values: Values = isOne ? roleValues(ROLES, detectTarget(samples).kind, samples, 0) : {};
  if (/^prometheus_local_storage_/m.test(text)) return oldFacts(values);
  return joined([
    sizeFacts(values, text), headFacts(values), failureFacts(values),
    storedFacts(values), MERGES_WAIT.test(text) ? 'Merges wait for free disk space.' : null, ...histogramFacts(samples),
    ...isOne ? summaryFacts(samples) : [],
  ]);
}

function storedFacts({ rowsStored, samplesAppended: added }: Values): string | null {
  return rowsStored === undefined || rowsStored <= 0 ? null : `It stores ${rowsStored.toLocaleString('en-US')} samples${
    added === undefined || added <= 0 ? '' : `, and ${added.toLocaleString('en-US')} came since it started`}.`;
}

/** Summarizes a server before 2.0; with too few chunks in memory per series it writes samples in small pieces. */
function oldFacts({ headSeries, headChunks, chunksToPersist }: Values): string {
  const waiting = chunksToPersist === undefined ? ''
    : `; ${chunksToPersist.toLocaleString('en-US')} chunks wait to be persisted`;
  const perSeries = headSeries === undefined || headChunks === undefined || headSeries <= 0 ? null
    : headChunks / headSeries;
  return `It is of a Prometheus older than 2.0, which has no WAL, blocks or compaction${waiting}.`
    + (perSeries === null || perSeries >= CHUNKS_PER_SERIES ? '' : ` It keeps ${formatNumber(perSeries)} chunks per `
      + `series in memory; at least ${CHUNKS_PER_SERIES} are needed (storage.local.memory-chunks).`);
}

function sizeFacts({ blocksBytes, retentionLimitBytes }: Values, text: string): string | null {
  if (blocksBytes === undefined || retentionLimitBytes === undefined || retentionLimitBytes <= 0) return null;
  const never = NEVER_DELETED.test(text) ? ', and none was deleted for it yet' : '';
  return blocksBytes > retentionLimitBytes
    ? `Its blocks have ${formatBytes(blocksBytes)}, more than the size of retention of `
      + `${formatBytes(retentionLimitBytes)}${never}.`
    : `Its blocks have ${formatBytes(blocksBytes)} of the size of retention of ${formatBytes(retentionLimitBytes)}.`;
}

function headFacts({ headSeries, seriesCreated }: Values): string | null {
  if (headSeries === undefined) return null;
  const churn = seriesCreated === undefined || headSeries <= 0 || seriesCreated < CHURN * headSeries ? ''
    : `, and ${seriesCreated.toLocaleString('en-US')} were created since it started `
      + `(${formatNumber(seriesCreated / headSeries)} times as many: series come and go)`;
  return `Its head has ${headSeries.toLocaleString('en-US')} series${churn}.`;
}

function failureFacts(values: Values): string | null {
  return sentence(FAILURES.map(([role, word]) => {
    const count = values[role] ?? 0;
    return count <= 0 ? null : `${count.toLocaleString('en-US')} ${word}`;
  }));
}

/** Summarizes histograms that have one series each. */
function histogramFacts(samples: readonly Sample[]): string[] {
  const names = [...new Set(samples.flatMap(({ name }) => (name.endsWith('_bucket') ? [name.slice(0, -7)] : [])))];
  const facts = names.flatMap((name) => {
    const buckets: Bucket[] = samples.filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => ({ le: labels['le'] ?? '', count: value }));
    const said = buckets.filter(({ le }) => le === '+Inf').length === 1 ? bucketFacts(buckets) : null;
    if (said === null) return [];
    const mean = meanOf(samples, name);
    const end = mean === null ? '' : ` The mean is ${formatNumber(mean)}.`;
    return [{ name, said: `${said}${end}` }];
  });
  return facts.slice(0, MAX_HISTOGRAMS).map(({ name, said }) => (names.length === 1 ? said : `${name}: ${said}`));
}

/** Returns facts about summaries that have one series each. */
function summaryFacts(samples: readonly Sample[]): string[] {
  const names = [...new Set(samples.flatMap(({ name, labels }) => ('quantile' in labels ? [name] : [])))];
  return names.flatMap((name) => {
    const quantiles = samples.filter((one) => one.name === name && Number.isFinite(one.value))
      .map(({ labels, value }) => ({ quantile: Number(labels['quantile']), value }))
      .sort((a, b) => a.quantile - b.quantile);
    const isOne = new Set(quantiles.map(({ quantile }) => quantile)).size === quantiles.length;
    const last = quantiles.at(-1);
    if (last === undefined || !isOne) return [];
    const mean = meanOf(samples, name);
    return [`${name}: ${formatNumber(100 * last.quantile)} % of the recent observations are within `
      + `${formatNumber(last.value)}.${mean === null ? '' : ` The mean of all is ${formatNumber(mean)}.`}`];
  }).slice(0, MAX_HISTOGRAMS);
}

function meanOf(samples: readonly Sample[], name: string): number | null {
  const valueOf = (end: string): number => samples.find((one) => one.name === `${name}_${end}`)?.value ?? NaN;
  const mean = valueOf('sum') / valueOf('count');
  return Number.isFinite(mean) ? mean : null;
}

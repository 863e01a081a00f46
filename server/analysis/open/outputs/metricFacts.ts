/** Summarizes one scrape, or selected series of one: failures, the slowest observations, state. Pure. */
import { formatBytes, formatNumber } from '../../../../core/text/format.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { detectTarget } from '../../../data/metrics/detectTarget.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { roleSelectors, roleValues } from '../../../data/metrics/roles.ts';
import { bucketFacts, type Bucket } from '../look/buckets.ts';
import { joined } from '../look/factTools.ts';
import { lowered } from '../look/sentences.ts';
import { FAILURE_ROLES, failureFacts, leftOutFacts, noFailureFacts } from '../scrapes/failures.ts';
import { AS_SPAN } from '../scrapes/storeTroubles.ts';
import { haltedFacts, processFacts, PROCESS_ROLES, uptimeFact } from '../scrapes/processState.ts';
import { hostFacts, hostTrouble } from '../scrapes/hostState.ts';
import { overAdvice, quantileFacts, slowDiskOf } from '../scrapes/quantiles.ts';
import { oldStorageFacts } from '../scrapes/oldStorage.ts';
import { cutScrapes, OF_DIFFERENT, scrapesCompared, twoScrapesIn } from '../scrapes/two/twoScrapes.ts';
import { remoteWriteFacts } from '../scrapes/remote/remoteWrite.ts';
import { limitFacts } from '../scrapes/atLimit.ts';
import { requestLabels } from '../scrapes/labels/requestLabels.ts';
import { readScrape, type Sample, type Scrape } from '../scrapes/readScrape.ts';
import { reportedCounter, ruleGroupFacts } from '../scrapes/rules/ruleGroups.ts';
import { oddFacts, slowestFacts, summaryOddities } from '../scrapes/slowest.ts';
import { inUnit, summaryFacts } from '../scrapes/summaries.ts';
import { seriesLimit } from '../scrapes/tenants/seriesLimit.ts';
import { storageLoad } from '../scrapes/victoria/storageLoad.ts';
import { verdictFacts } from '../scrapes/verdicts.ts';

const MAX_HISTOGRAMS = 2;
/** Number of counters of failures from which their being 0 says something of a part. */
const MIN_ZEROS_OF_PART = 2;
/** Largest part of a scrape whose histograms and summaries are described one by one. */
const MAX_PART_SAMPLES = 500;
/** Ratio of created series to series in the head from which churn is reported. */
const CHURN = 1.5;
/** Portion of the retention size from which blocks are deleted for it. */
const NEAR_LIMIT = 0.9;
const NEVER_DELETED = /_size_retentions_total(?:\{[^}\n]*\})? 0\s*$/m;
const MERGES_WAIT = /^vm_merge_need_free_disk_space(?:\{[^}\n]*\})? [1-9]/m;
const OLD = /^prometheus_local_storage_/m;
const ROLES = [
  'blocksBytes', 'retentionLimitBytes', 'headSeries', 'headChunks', 'chunksToPersist', 'seriesCreated', 'rowsStored',
  'samplesAppended', 'checkpointCreations', 'walBytes', 'walTruncateRuns', ...PROCESS_ROLES, ...FAILURE_ROLES,
] as const satisfies readonly Role[];

type Values = Partial<Record<Role, number>>;

/** Summarizes a part of a scrape, pasted for what is in it. */
export function metricFacts(text: string): string | null {
  const { scrape, kind, values } = valuesOf(text);
  const part = { ...scrape, samples: scrape.samples.slice(0, MAX_PART_SAMPLES) };
  if (OLD.test(text)) return joined([haltedFacts(values, part), oldStorageFacts(values, part)]);
  const isOnce = scrape.repeatedCount === 0;
  const compared = isOnce ? null : bothCompared(part.samples);
  const quantiles = isOnce ? quantileFacts(part.samples) : [];
  const odd = isOnce ? oddFacts(part) : [];
  const failures = isOnce ? failureFacts(part, values, kind, reportedCounter(part.samples)) : null;
  const load = isOnce ? storageLoad(part.samples) : null;
  const troubles = joined([
    isOnce ? requestLabels(part.samples, text) : null,
    ...verdictFacts(part), haltedFacts(values, part), load, hostTrouble(part),
    isOnce ? slowDiskOf(part.samples) : null, isOnce ? seriesLimit(part) : null, ...isOnce ? limitFacts(part) : [],
    ...isOnce ? remoteWriteFacts(part.samples) : [], isOnce ? ruleGroupFacts(part.samples) : null, failures,
  ]);
  return joined([
    compared, troubles,
    ...[...quantiles, ...odd].map(({ said }) => said),
    sizeFacts(values, text), headFacts(values), storedFacts(values), uptimeFact(part),
    MERGES_WAIT.test(text) ? 'Merges wait for free disk space.' : null,
    ...histogramFacts(part.samples, new Set([...quantiles, ...odd].map(({ name }) => name))),
    ...isOnce ? summaryFacts(part.samples) : [], isOnce ? leftOutFacts(part) : null,
    isOnce && troubles === null ? noFailureFacts(part, kind, MIN_ZEROS_OF_PART) : null,
  ]);
}

/** The only counter of failures, where the sentence on the disk has its number. */
const PROPOSALS = /^Counters of failures and drops above 0: \S{1,12} in etcd_server_proposals_failed_total\.$/;

/** Summarizes a whole scrape: failures first, then the slowest observations, then the state. */
export function scrapeFacts(text: string): string | null {
  const { scrape, kind, values } = valuesOf(text);
  const { repeatedCount } = scrape;
  const compared = repeatedCount === 0 ? null : bothCompared(scrape.samples);
  if (compared?.includes(OF_DIFFERENT) === true) return joined([compared, eachScrape(text, scrape.samples)]);
  if (compared !== null) return compared;
  if (repeatedCount > 0) return `${repeatedCount.toLocaleString('en-US')} of its samples are of series that it has `
    + 'already: it is of several moments or servers, so its totals are not reported.';
  const halted = haltedFacts(values, scrape);
  const failures = failureFacts(scrape, values, kind, reportedCounter(scrape.samples));
  const load = storageLoad(scrape.samples);
  const disk = slowDiskOf(scrape.samples);
  const others = disk?.includes('failed proposal') === true ? failures?.replace(PROPOSALS, '') || null : failures;
  const troubles = joined([
    requestLabels(scrape.samples, text), ...verdictFacts(scrape), halted, load, hostTrouble(scrape), disk,
    seriesLimit(scrape), ...limitFacts(scrape), ...remoteWriteFacts(scrape.samples), ruleGroupFacts(scrape.samples),
    others,
    MERGES_WAIT.test(text) ? 'Merges wait for free disk space.' : null,
    ...overAdvice(scrape.samples).map(({ said }) => said),
  ]);
  return joined([
    troubles, ...slowestFacts(scrape), ...summaryOddities(scrape),
    OLD.test(text) ? oldStorageFacts(values, scrape) : null, sizeFacts(values, text), headFacts(values),
    samplesFacts(values), storedFacts(values), processFacts(values, scrape, failures?.includes(AS_SPAN)),
    hostFacts(scrape),
    troubles === null ? noFailureFacts(scrape, kind) ?? noneFailed(values) : null,
    leftOutFacts(scrape),
  ]);
}

/** Says what each of two scrapes of one text shows, of different processes. */
function eachScrape(text: string, samples: readonly Sample[]): string | null {
  const parts = cutScrapes(text, samples)?.map(scrapeFacts) ?? [];
  return joined(parts.map((facts, i) => (facts === null ? null
    : `In the ${i === 0 ? 'first' : 'second'} scrape: ${lowered(facts)}`)));
}

/** Compares the two scrapes of a text that has the same series twice; null if it is not two scrapes of one process. */
function bothCompared(samples: readonly Sample[]): string | null {
  const [first, second] = twoScrapesIn(samples) ?? [];
  return first === undefined || second === undefined ? null : scrapesCompared(
    { name: 'The first scrape', samples: first }, { name: 'the second scrape', samples: second }
  )?.replace(/^the second/, 'The second').replace(/(later than )The first/, '$1the first') ?? null;
}

const noneFailed = ({ compactionsFailed }: Values): string | null =>
  (compactionsFailed === 0 ? 'No compaction failed since its start.' : null);

/** Returns the values by roles; none if a series occurs twice, because it is of two moments or servers. */
function valuesOf(text: string): { scrape: Scrape; kind: TargetKind; values: Values } {
  const scrape = readScrape(text);
  const { kind } = detectTarget(new Map(scrape.samples.map((sample) => [sample.name, sample])).values());
  const wanted = new Set(roleSelectors(kind, ROLES));
  const own = scrape.samples.filter(({ name }) => wanted.has(name));
  return { scrape, kind, values: scrape.repeatedCount === 0 ? roleValues(ROLES, kind, own, 0) : {} };
}

function samplesFacts({ headChunks, samplesAppended, rowsStored }: Values): string | null {
  if (rowsStored !== undefined || samplesAppended === undefined || samplesAppended <= 0) return null;
  return `It ingested ${samplesAppended.toLocaleString('en-US')} samples since it started${headChunks === undefined ? ''
    : `, and keeps ${headChunks.toLocaleString('en-US')} chunks in the head`}.`;
}

function storedFacts({ rowsStored, samplesAppended: added }: Values): string | null {
  return rowsStored === undefined || rowsStored <= 0 ? null : `It stores ${rowsStored.toLocaleString('en-US')} samples${
    added === undefined || added <= 0 ? '' : `, and ${added.toLocaleString('en-US')} came since it started`}.`;
}

function sizeFacts({ blocksBytes, retentionLimitBytes }: Values, text: string): string | null {
  if (blocksBytes === undefined || retentionLimitBytes === undefined || retentionLimitBytes <= 0) return null;
  const never = NEVER_DELETED.test(text) ? ', and none was deleted for it yet' : '';
  if (blocksBytes > retentionLimitBytes) return `Its blocks have ${formatBytes(blocksBytes)}, more than its retention `
    + `size of ${formatBytes(retentionLimitBytes)}${never}.`;
  const portion = blocksBytes / retentionLimitBytes;
  return `Its blocks have ${formatBytes(blocksBytes)}, ${formatNumber(100 * portion)} % of its retention size of ${
    formatBytes(retentionLimitBytes)}${portion < NEAR_LIMIT ? '' : ': the oldest is deleted as new ones come, whatever '
    + 'the retention time'}.`;
}

function headFacts({ headSeries, seriesCreated }: Values): string | null {
  if (headSeries === undefined) return null;
  const churn = seriesCreated === undefined || headSeries <= 0 || seriesCreated < CHURN * headSeries ? ''
    : `, and ${seriesCreated.toLocaleString('en-US')} were created since it started `
      + `(${formatNumber(seriesCreated / headSeries)} times as many: series come and go)`;
  return `Its head has ${headSeries.toLocaleString('en-US')} series${churn}.`;
}

/** Summarizes histograms that have one series each, except those told already. */
function histogramFacts(samples: readonly Sample[], told: ReadonlySet<string>): string[] {
  const names = [...new Set(samples.flatMap(({ name }) => (name.endsWith('_bucket') ? [name.slice(0, -7)] : [])))]
    .filter((name) => !told.has(name));
  const facts = names.flatMap((name) => {
    const buckets: Bucket[] = samples.filter((sample) => sample.name === `${name}_bucket`)
      .map(({ labels, value }) => ({ le: labels['le'] ?? '', count: value }));
    const said = buckets.filter(({ le }) => le === '+Inf').length === 1 ? bucketFacts(buckets, name) : null;
    if (said === null) return [];
    const mean = meanOf(samples, name);
    const end = mean === null ? '' : ` The mean is ${inUnit(mean, name)}.`;
    return [{ name, said: `${said}${end}` }];
  });
  return facts.slice(0, MAX_HISTOGRAMS).map(({ name, said }) => (names.length === 1 ? said : `${name}: ${said}`));
}

function meanOf(samples: readonly Sample[], name: string): number | null {
  const valueOf = (end: string): number => samples.find((one) => one.name === `${name}_${end}`)?.value ?? NaN;
  const mean = valueOf('sum') / valueOf('count');
  return Number.isFinite(mean) ? mean : null;
}

/** Conditions of the server's own scrapes, of what it ingests, and of remote write. */
import { count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import { community, HOUR, mixin, MINUTE, type AlertCondition } from './condition.ts';
import {
  above, and, atMost, dividedBy, equals, exceeds, increase, instant, labelled, maxOverTime, minus, minusEach, or, plus,
  rate, sumWithout, times, where, type Expression,
} from './expression.ts';

const INSPECT = 'Inspecting is safe.';
const M5 = 5 * MINUTE;
const QUEUE = { noun: 'Remote write queue', labels: ['remote_name', 'url'] };

const failed = rate('remoteSamplesFailed', M5);
const failedShare = times(dividedBy(failed, plus(failed, rate('remoteSamplesSent', M5))), 100);
const sentUpTo = maxOverTime('remoteHighestSentSeconds', M5);
const behind = or(
  minus(maxOverTime('remoteQueueHighestSeconds', M5), sentUpTo),
  minusEach(maxOverTime('remoteHighestSeconds', M5), sentUpTo)
);
const hasWork = or(
  above(sumWithout('scrape_job', instant('metadataCacheEntries')), 0),
  above(sumWithout('rule_group', instant('ruleGroupRules')), 0)
);
const intervals = (quantile: string): ReturnType<typeof instant> =>
  where(instant('targetIntervalQuantiles'), { quantile });

/** Describes what the alerts on dropped samples measure: a rate in the mixin, a number in the community rules. */
const dropped: AlertCondition['measured'] = (value, { source }) => (
  source === 'mixin' ? parts`${quantity(value, 'perSecond')} are dropped.`
    : parts`${count(Math.max(1, Math.round(value)), 'sample')} were dropped in 5 minutes.`);

/** Holds while the job has no target but had some earlier in the samples read. */
const lostTargets = (job: string): Expression => {
  const ofJob = (targets: Expression): Expression => where(targets, { scrape_job: job });
  return labelled(and(
    equals(ofJob(instant('scrapePoolTargets')), 0), above(ofJob(maxOverTime('scrapePoolTargets', 6 * HOUR)), 0)
  ), { job });
};

/** Builds the condition for scrapes that fail because they exceed a configured limit. */
function limitHit(
  [code, alert, role]: [code: string, alert: string, role: Role],
  { what, limits, more = [] }: { what: string; limits: string; more?: AlertCondition['alerts'] },
): AlertCondition {
  return {
    code, panel: 'scrapes',
    alerts: [mixin(alert, 'warning', 15 * MINUTE, above(increase(role, M5), 0)), ...more],
    holds: `${what} have exceeded ${limits}`, held: `${what} exceeded ${limits}`,
    measured: (value, { source }) => parts`It happened ${count(Math.max(1, Math.round(value)), 'time')} in ${
      source === 'mixin' ? '5' : '10'} minutes.`,
    costs: code === 'target-limit-hit' ? 'No target of that job is scraped.'
      : 'A scrape that exceeds it fails whole: nothing of that target is stored.',
    action: {
      step: 'Find the targets on its page “Targets” (their error names the limit); reduce what they expose, '
        + 'or raise the limit.',
      why: 'The limit protects the server from a target that exposes too much.',
      risk: 'A higher limit lets more series in: memory grows with them.',
    },
  };
}

export const INGEST_CONDITIONS: readonly AlertCondition[] = [
  {
    code: 'not-ingesting-samples', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusNotIngestingSamples', 'warning', 10 * MINUTE,
        and(atMost(sumWithout('type', rate('samplesAppended', M5)), 0), hasWork)
      ),
      community(
        'PrometheusNotIngestingSamples', 'critical', 10 * MINUTE,
        and(atMost(sumWithout('type', rate('samplesAppended', M5)), 0), hasWork)
      ),
    ],
    ofGroups: ['PrometheusHAGroupNotIngestingSamples'],
    holds: 'The server has not ingested samples', held: 'The server did not ingest samples',
    costs: 'It has targets or rules, and nothing of them is stored.',
    action: {
      step: 'Check its page “Targets” for errors, and its log for “append failed” and “no space left”.',
      why: 'Either every scrape fails, or its storage refuses the samples.', risk: INSPECT,
    },
  },
  {
    code: 'duplicate-timestamps', panel: 'scrapes',
    alerts: [
      mixin('PrometheusDuplicateTimestamps', 'warning', 10 * MINUTE, above(rate('samplesDuplicate', M5), 0)),
      community('PrometheusTargetScrapeDuplicate', 'warning', 0, above(increase('samplesDuplicate', M5), 3)),
    ],
    holds: 'Samples with duplicate timestamps have been dropped',
    held: 'Samples with duplicate timestamps were dropped',
    measured: dropped,
    costs: 'Of two values for one series and time only the first is kept.',
    action: {
      step: 'Find targets that expose one series twice, or two targets with the same labels '
        + '(log: “duplicate timestamp”).',
      why: 'Relabeling that drops a distinguishing label makes two series one.', risk: INSPECT,
    },
  },
  {
    code: 'out-of-order-timestamps', panel: 'scrapes',
    alerts: [
      mixin('PrometheusOutOfOrderTimestamps', 'warning', 10 * MINUTE, above(rate('samplesOutOfOrder', M5), 0)),
      community('PrometheusTargetScrapeOutOfOrder', 'warning', 0, above(increase('samplesOutOfOrder', M5), 3)),
    ],
    holds: 'Samples out of order have been dropped', held: 'Samples out of order were dropped',
    measured: dropped,
    costs: 'A sample older than the newest of its series is dropped.',
    action: {
      step: 'Find targets that expose timestamps of their own, or clash with another target (log: “out-of-order”).',
      why: 'Such timestamps, and two targets with the same labels, are the usual causes.',
      risk: 'honor_timestamps: false in that job uses the time of the scrape instead.',
    },
  },
  limitHit(['target-limit-hit', 'PrometheusTargetLimitHit', 'targetLimitHits'], {
    what: 'Scrape jobs', limits: 'their target_limit',
  }),
  limitHit(['label-limit-hit', 'PrometheusLabelLimitHit', 'labelLimitHits'], {
    what: 'Targets', limits: 'a label limit',
  }),
  limitHit(['body-size-limit-hit', 'PrometheusScrapeBodySizeLimitHit', 'bodySizeLimitHits'], {
    what: 'Scrapes', limits: 'their body_size_limit',
  }),
  limitHit(['sample-limit-hit', 'PrometheusScrapeSampleLimitHit', 'scrapesOverLimit'], {
    what: 'Scrapes', limits: 'their sample_limit',
    more: [community('PrometheusLargeScrape', 'warning', M5, above(increase('scrapesOverLimit', 600), 10))],
  }),
  {
    code: 'target-sync-failing', panel: 'scrapes',
    alerts: [
      mixin('PrometheusTargetSyncFailure', 'critical', M5, above(increase('targetSyncFailures', 30 * MINUTE), 0)),
      community('PrometheusTargetSyncFailure', 'critical', M5, above(increase('targetSyncFailures', 600), 0)),
    ],
    holds: 'Targets have failed to sync', held: 'Targets failed to sync',
    measured: (value, { source }) => parts`${
      count(Math.max(1, Math.round(value)), 'target')} of one job failed in ${
      source === 'mixin' ? '30' : '10'} minutes.`,
    about: { noun: 'Job', labels: ['scrape_job'] },
    costs: 'A target whose configuration is invalid is not scraped.',
    action: {
      step: 'Read its log for “Creating target failed”, and correct the address or the relabeling of the job.',
      why: 'The log names the target and what is invalid.', risk: INSPECT,
    },
  },
  {
    code: 'no-targets-discovered', panel: 'scrapes',
    alerts: [community('PrometheusTargetEmpty', 'critical', 0, equals(instant('sdDiscoveredTargets'), 0))],
    holds: 'Service discovery has found no target for a job', held: 'Service discovery found no target for a job',
    about: { noun: 'Job', labels: ['config'] },
    costs: 'Nothing of that job is scraped, and no scrape fails: alerts on “up” stay silent.',
    action: {
      step: 'Check its page “Service discovery”, and what the mechanism of that job should find.',
      why: 'An empty answer of a mechanism is not an error.', risk: INSPECT,
    },
  },
  {
    code: 'job-lost-targets', panel: 'scrapes',
    alerts: [
      community('PrometheusJobMissing', 'critical', MINUTE, lostTargets('prometheus')),
      community('PrometheusAlertmanagerJobMissing', 'critical', MINUTE, lostTargets('alertmanager')),
    ],
    holds: 'A scrape job has had no target', held: 'A scrape job had no target',
    about: { noun: 'Job', labels: ['job'] },
    costs: 'Nothing of that job is scraped, and no scrape fails: alerts on its series stay silent.',
    action: {
      step: 'Check its page “Service discovery”: what was found for the job, and what relabeling dropped.',
      why: 'The job had targets before, and its configuration is still there.', risk: INSPECT,
    },
    saidBy: ['no-targets-discovered'],
  },
  {
    code: 'own-scrapes-uneven', panel: 'scrapes',
    alerts: [
      community(
        'PrometheusTargetScrapingSlow', 'warning', M5, above(dividedBy(intervals('0.9'), intervals('0.5')), 1.05)
      ),
    ],
    holds: 'The server’s own scrapes have come late', held: 'The server’s own scrapes came late',
    measured: (value) => parts`One interval in ten is at least ${
      quantity(Math.round(value * 100) / 100, 'none')} times the median.`,
    about: { noun: 'Interval', labels: ['interval'] },
    costs: 'Samples are spaced unevenly.',
    action: {
      step: 'Look for a shortage of CPU or disk on this page, and for long compactions.',
      why: 'Scrapes begin late when the server has more to do than it can.', risk: INSPECT,
    },
    saidBy: ['cpu-limited'],
  },
  {
    code: 'remote-write-failing', panel: 'scrapes',
    alerts: [mixin('PrometheusRemoteStorageFailures', 'critical', 15 * MINUTE, above(failedShare, 1))],
    holds: 'Remote write has failed to send samples', held: 'Remote write failed to send samples',
    measured: (value) => parts`${percent(value / 100)} of the samples fail.`, about: QUEUE,
    costs: 'A sample that fails for good is never sent: the remote storage lacks it.',
    action: {
      step: 'Read its log for “non-recoverable error”, and check the limits of the receiver.',
      why: 'The receiver refused the samples (an HTTP status 4xx) and says why.', risk: INSPECT,
    },
  },
  {
    code: 'remote-write-behind', panel: 'scrapes',
    alerts: [mixin('PrometheusRemoteWriteBehind', 'critical', 15 * MINUTE, above(behind, 120))],
    holds: 'Remote write has been behind', held: 'Remote write was behind',
    // A queue that has sent nothing reports 1970 as its last timestamp.
    measured: (value) => (value > 1e9 ? parts`A queue has sent nothing yet.`
      : parts`A queue is ${seconds(Math.round(value))} behind.`),
    about: QUEUE,
    costs: 'The remote storage lacks the newest samples; what the WAL drops before it is sent (about 2 h) is lost.',
    action: {
      step: 'Check that the receiver answers quickly, and raise max_shards of the queue if it has room.',
      why: 'A queue falls behind when its shards cannot send as fast as samples are ingested.',
      risk: 'More shards take more memory, and load the receiver more.',
    },
  },
  {
    code: 'remote-write-shards', panel: 'scrapes',
    alerts: [
      mixin(
        'PrometheusRemoteWriteDesiredShards', 'warning', 15 * MINUTE,
        exceeds(maxOverTime('remoteShardsDesired', M5), maxOverTime('remoteShardsMax', M5))
      ),
    ],
    holds: 'Remote write has needed more shards than max_shards',
    held: 'Remote write needed more shards than max_shards',
    measured: (value) => parts`A queue wants ${count(Math.ceil(value), 'shard')}.`, about: QUEUE,
    costs: 'It cannot send as fast as samples are ingested, and falls behind.',
    action: {
      step: 'Check how quickly the receiver answers; if it has room, raise max_shards of the queue.',
      why: 'Shards are computed from the rate of samples and the duration of a request.',
      risk: 'More shards take more memory, and load the receiver more.',
    },
  },
];

/**
 * Data about a target in the TSDB that scrapes it, besides the target's own metrics: queried for a window when it is
 * viewed, kept, and then queried only for what is new.
 */
import type { Clock } from '../../../../core/time/clock.ts';
import { noContainer, type ContainerSamples } from '../../../../core/containerSamples.ts';
import type { JobDurations } from '../../../../core/contract/contract.ts';
import { noJobDurations } from '../../../../core/panels.ts';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { CONTAINER_NAMES, containerSelectors, readContainer, type ContainerSelector } from
  '../../metrics/containerMatrix.ts';
import { readJobDurations, type JobRange } from '../../metrics/queried/jobMatrix.ts';
import { newestOfNode, type QueriedScrape } from '../../metrics/queried/nodeMatrix.ts';
import { readMatrix, type MatrixSeries } from '../../metrics/queryMatrix.ts';
import type { TargetClient } from '../httpClient.ts';
import { findNode } from './findNode.ts';
import { KeptSeries, type KeptSpan } from './keptSeries.ts';
import {
  matchersOf, NO_ANSWER as NO_ANSWER_NOW, NOT_ITSELF, QueryApi, restAfter, RETRY_MS, YOUNG_MS, type OwnSeries
} from './queryApi.ts';

const LIMITS = { timeoutMs: 3000, maxBytes: 4 * 1024 * 1024 };
/** Maximum span of one question; of a longer one the newest part. */
const MAX_SPAN_MS = 24 * 3_600_000;
/** Minimum interval of queries for new samples. */
const FRESH_MS = 10_000;
/** Span before the window, for the sample that its first increase needs. */
const BEFORE_MS = 120_000;
/** Pause after a failure or an empty answer; longer without a query API. */
const REST_MS = 60_000;
const NEVER_MS = 600_000;

const UNKNOWN = 'Its container is not known: its scrape has no label pod, and no host name as its instance. '
  + 'Name it by container: of the target in the configuration.';
const NOTHING = 'No cAdvisor counters (container_cpu_cfs_periods_total) of its container are in the TSDB that was '
  + 'asked. They exist where a kubelet or cAdvisor is scraped and the container has a CPU limit.';
const NO_ANSWER = 'The TSDB was not asked for its container: its query API does not answer.';
const EARLY = 'The target started a moment ago and is not in its own TSDB yet; it is asked again in 20 s.';
const SILENT = 'Its query API does not answer within 3 s; it is asked again after a minute.';
const NOT_WELL = 'The TSDB was not asked for its container: the target is not up.';

const NO_JOBS = 'The TSDB was not asked for scrapes by job: its query API does not answer, or not in time.';
/** Approximate number of points, at least half a minute apart. */
const JOB_POINTS = 240;
const MIN_JOB_STEP_MS = 30_000;
/** Minimum range of each point: jobs are scraped once a minute by default. */
const MIN_SPREAD_SECONDS = 60;
const MAX_JOB_ANSWERS = 4;

/** Returns the range on the server's clock, at multiples of the step: the same for every question within a step. */
function jobRange({ startMs, endMs }: WindowMs, wantedMs: number | null, offsetMs: number): JobRange {
  const least = Math.max(MIN_JOB_STEP_MS, wantedMs ?? 0, (endMs - startMs) / JOB_POINTS);
  const stepMs = Math.ceil(least / MIN_JOB_STEP_MS) * MIN_JOB_STEP_MS;
  const [from, to] = [Math.ceil((startMs - offsetMs) / stepMs), Math.floor((endMs - offsetMs) / stepMs)];
  return { startMs: from * stepMs, endMs: Math.max(from, to) * stepMs, stepMs, offsetMs };
}

/** Maximum age of the newest scrape of a node_exporter: the usual interval is one minute. */
const NODE_SPAN_SECONDS = 120;
/** Interval of looking for the node_exporter again, also if there was none. */
const NODE_KEPT_MS = 300_000;

export interface TargetTsdbOptions {
  client: TargetClient;
  /** Labels of the container, from the configuration. */
  container?: Labels;
  /** `isWell`: it is up, and its last scrape succeeded. `isSlow`: it is scraped less often than configured. */
  target: () => { isWell: boolean; isSlow?: boolean; processStartSeconds: number | null };
  clock: Pick<Clock, 'nowMs' | 'sleep'>;
}

export interface WindowMs { startMs: number; endMs: number }

export class TargetTsdb {
  readonly #options: TargetTsdbOptions;
  readonly #api: QueryApi;
  readonly #abort = new AbortController();
  /** Labels of this process; text: why they are not known. */
  #self: { processStartSeconds: number; found: OwnSeries | string } | null = null;
  #restUntilMs = -Infinity;
  /** The last question; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  #selector: ContainerSelector | null = null;
  /** The node_exporter of its host, as labelled by the same server; null: there is none. */
  #node: { self: OwnSeries; labels: Labels | null; sinceMs: number } | null = null;
  readonly #kept = new KeptSeries();
  #why = NOTHING;
  /** Answers by range, the newest last. */
  readonly #jobs = new Map<string, JobDurations>();

  constructor(options: TargetTsdbOptions) {
    this.#options = options;
    this.#api = new QueryApi(options.client, LIMITS, options.clock);
  }

  /** Aborts all queries; not to be used again. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#last;
    this.#api.close();
  }

  /**
   * Returns samples of the container. Never fails: `sentence` says why there is nothing. Times on tsdbscope's clock.
   */
  container({ startMs, endMs }: WindowMs): Promise<ContainerSamples> {
    const span = { startMs: Math.max(startMs, endMs - MAX_SPAN_MS) - BEFORE_MS, endMs };
    const asked = this.#last.then(() => this.#readContainer(span));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  /** Returns scrape durations by job. Never fails: `sentence` says why there is nothing. Times on tsdbscope's clock. */
  jobDurations(window: WindowMs & { stepMs: number | null }): Promise<JobDurations> {
    const asked = this.#last.then(() => this.#readJobs(window));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  /**
   * Returns the newest scrape of its host's node_exporter after `afterMs`, on tsdbscope's clock; null if there is none,
   * the API fails, or the target is slow. `names`: metrics of it.
   */
  newestOfHost(names: readonly string[], afterMs: number): Promise<QueriedScrape | null> {
    const asked = this.#last.then(() => this.#readHost(names, afterMs));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #readHost(names: readonly string[], afterMs: number): Promise<QueriedScrape | null> {
    if (this.#options.target().isSlow === true || !this.#mayAsk()) return null;
    const self = await this.#findSelf();
    if (typeof self === 'string' || !this.#mayAsk()) return null;
    const nowMs = this.#options.clock.nowMs();
    const { signal } = this.#abort;
    const known = this.#node?.self === self && nowMs - this.#node.sinceMs < NODE_KEPT_MS ? this.#node
      : { self, labels: await findNode(this.#api, self.labels, undefined, signal), sinceMs: nowMs };
    this.#node = known;
    if (known.labels === null) return null;
    const query = `{__name__=~"${names.join('|')}",${matchersOf(known.labels)}}[${NODE_SPAN_SECONDS}s]`;
    const answer = await this.#api.instant(query, null, signal);
    const read = answer === null || typeof answer === 'string' ? NO_ANSWER : newestOfNode(
      { answers: [answer.body], ownLabels: Object.keys(known.labels) }, afterMs - self.offsetMs
    );
    if (typeof read === 'string') {
      this.#rest(REST_MS);
      return null;
    }
    return read === null ? null : { ...read, timeMs: read.timeMs + self.offsetMs };
  }

  /** Reads durations by job; a window that ends now is queried again when its end moves by a step. */
  async #readJobs({ startMs, endMs, stepMs }: WindowMs & { stepMs: number | null }): Promise<JobDurations> {
    const self = await this.#findSelf();
    if (typeof self === 'string') return noJobDurations(self);
    const range = jobRange({ startMs: Math.max(startMs, endMs - MAX_SPAN_MS), endMs }, stepMs, self.offsetMs);
    const key = JSON.stringify([range.startMs, range.endMs, range.stepMs]);
    const known = this.#jobs.get(key);
    if (known !== undefined) return known;
    if (!this.#mayAsk()) return noJobDurations(NO_JOBS);
    const seconds = { start: range.startMs / 1000, end: range.endMs / 1000, step: range.stepMs / 1000 };
    const spread = `[${Math.max(seconds.step, MIN_SPREAD_SECONDS)}s]`;
    const { signal } = this.#abort;
    const [longest, medians] = [
      await this.#api.range(`max by (job) (max_over_time(scrape_duration_seconds${spread}))`, seconds, signal),
      await this.#api.range(
        `quantile by (job) (0.5, quantile_over_time(0.5, scrape_duration_seconds${spread}))`, seconds, signal
      ),
    ];
    const read = longest === null || typeof longest === 'string' || medians === null || typeof medians === 'string'
      ? null : readJobDurations(longest.body, medians.body, range);
    if (read === null || typeof read === 'string') {
      this.#rest(REST_MS);
      return noJobDurations(NO_JOBS);
    }
    const answer = {
      ...read, stepSeconds: seconds.step, sentence: `Longest and median scrape of each ${seconds.step} s, by job.`,
    };
    this.#jobs.set(key, answer);
    for (const oldest of [...this.#jobs.keys()].slice(0, -MAX_JOB_ANSWERS)) this.#jobs.delete(oldest);
    return answer;
  }

  async #readContainer(span: WindowMs): Promise<ContainerSamples> {
    const self = await this.#findSelf();
    if (typeof self === 'string') return noContainer(self);
    const within: KeptSpan = { startMs: span.startMs - self.offsetMs, endMs: span.endMs - self.offsetMs };
    const selectors = this.#selector === null ? containerSelectors(self.labels, this.#options.container)
      : [this.#selector];
    if (selectors.length === 0) return noContainer(UNKNOWN);
    for (const selector of selectors) {
      if (!this.#mayAsk()) break;
      const query = `{__name__=~"${CONTAINER_NAMES.join('|')}",${matchersOf(selector.labels)}}`;
      this.#why = await this.#reach(query, within, self.offsetMs) ? NOTHING : NO_ANSWER;
      if (!this.#kept.isEmpty()) this.#selector = selector;
      if (this.#selector !== null || this.#why === NO_ANSWER) break;
    }
    if (this.#selector === null) {
      if (this.#mayAsk()) this.#rest(REST_MS);
      return noContainer(this.#why);
    }
    const series = this.#kept.within(within).map((one) => shifted(one, self.offsetMs));
    return readContainer(series, this.#selector.how) ?? noContainer(this.#why);
  }

  /** Queries the missing parts of the span; false if that failed. */
  async #reach(query: string, span: KeptSpan, offsetMs: number): Promise<boolean> {
    const nowMs = this.#options.clock.nowMs() - offsetMs;
    const { signal } = this.#abort;
    const missing = this.#kept.missing(query, { ...span, endMs: Math.min(span.endMs, nowMs) }, FRESH_MS);
    for (const [i, part] of missing.entries()) {
      const sentMs = this.#options.clock.nowMs();
      const range = `[${Math.max(1, Math.ceil((part.endMs - part.startMs) / 1000))}s]`;
      const answer = await this.#api.instant(query + range, part.endMs / 1000, signal);
      const read = answer === null || typeof answer === 'string' ? null : readMatrix([answer.body], textLabels);
      if (read === null || typeof read === 'string') {
        this.#rest(REST_MS);
        return false;
      }
      this.#kept.add(read, part);
      if (i < missing.length - 1) await restAfter(this.#options.clock.nowMs() - sentMs, this.#options.clock, signal);
    }
    return true;
  }

  /** Returns the target as labelled by the server that scrapes it; text: why that is not known. */
  async #findSelf(): Promise<OwnSeries | string> {
    const { processStartSeconds } = this.#options.target();
    const known = this.#self;
    const isSame = known !== null && (processStartSeconds === null
      || known.processStartSeconds === processStartSeconds);
    if (isSame && typeof known.found !== 'string') return known.found;
    if (processStartSeconds === null || !this.#options.target().isWell) return NOT_WELL;
    if (isSame && !this.#mayAsk()) return known.found;
    const answer = await this.#api.findSelf(processStartSeconds, this.#abort.signal);
    const isEarly = answer === NOT_ITSELF && this.#options.clock.nowMs() - 1000 * processStartSeconds < YOUNG_MS;
    const isSilent = answer === NO_ANSWER_NOW;
    const found = isEarly ? EARLY : isSilent ? SILENT : answer;
    this.#self = { processStartSeconds, found };
    this.#selector = null;
    if (typeof found === 'string') this.#rest(isEarly ? RETRY_MS : isSilent ? REST_MS : NEVER_MS);
    return found;
  }

  #mayAsk(): boolean {
    const { target, clock } = this.#options;
    return target().isWell && clock.nowMs() >= this.#restUntilMs && !this.#abort.signal.aborted;
  }

  #rest(ms: number): void {
    this.#restUntilMs = Math.max(this.#restUntilMs, this.#options.clock.nowMs() + ms);
  }
}

function textLabels(labels: Record<string, unknown>): Labels {
  return Object.fromEntries(Object.entries(labels).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string'
  ));
}

function shifted(series: MatrixSeries, byMs: number): MatrixSeries {
  return { ...series, times: series.times.map((time) => time + byMs) };
}

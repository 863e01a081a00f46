import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { within, type Cancel, type Clock } from '../../../core/time/clock.ts';
import type { DiscoveryJob, DiscoverySource, TargetConfig } from '../../kernel/config/configTypes.ts';
import { beforeRelabeling, scrapeTarget, type ScrapeTarget } from '../../kernel/relabel/scrapeTarget.ts';
import type { LabelMap } from '../../kernel/relabel/relabel.ts';
import type { DiscoveredJob } from '../../../core/contract/discovery.ts';
import { log } from '../../kernel/logging/log.ts';
import { DnsSource } from './dnsSource.ts';
import { FileSource } from './fileSource.ts';
import { HttpSource } from './httpSource.ts';
import { PrometheusSource } from './prometheusSource.ts';
import { SourcePoller } from './sourcePoller.ts';
import type { SourceReader } from './sourceReader.ts';

/** Answers of sources within this time are one change of the set. */
const GATHER_MS = 50;
/** Targets relabeled before other work of this thread runs. */
const AT_ONCE = 100;
/** Dropped targets kept for display per job. */
const MAX_DROPPED_SHOWN = 100;

export type FoundTarget = Omit<TargetConfig, 'name'>;

export interface DiscoveryOptions {
  jobs: readonly DiscoveryJob[];
  /** Takes all targets found, without duplicates; called after each change, never concurrently. */
  onFound: (targets: FoundTarget[]) => Promise<void>;
  /** Takes the problems of a source, as sentences, by its key; none: no problem. */
  onProblems: (key: string, problems: readonly string[]) => void;
  clock: Clock;
  /** Discovery of the previous configuration: sources in both continue, with their targets. */
  previous?: Discovery | null;
}

interface WatchedSource { source: DiscoverySource; poller: SourcePoller }
interface WatchedJob { job: DiscoveryJob; statics: LabelMap[]; sources: WatchedSource[] }

/** Watches the sources of all jobs and reports their targets. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #jobs: WatchedJob[];
  #views: DiscoveredJob[] = [];
  #cancel: Cancel | null = null;
  #working: Promise<void> = Promise.resolve();
  /** Whether targets may be reported before all sources have answered. */
  #isPartial: boolean;
  #isStopped = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#jobs = options.jobs.map((job) => ({
      job,
      statics: job.sources.flatMap((source) => (source.kind === 'static' ? staticTargets(source) : [])),
      sources: job.sources.flatMap((source) => {
        const kept = options.previous ? options.previous.#giveUp(job.jobName, source) : null;
        const poller = kept ?? this.#open(source);
        return poller === null ? [] : [{ source, poller }];
      }),
    }));
    this.#isPartial = options.previous === undefined || options.previous === null;
  }

  /**
   * Resolves when every source has answered once and its targets were reported, or after `patienceMs`. With a previous
   * discovery, reports nothing earlier: its targets stay until they are known to be gone.
   */
  async start(patienceMs: number): Promise<void> {
    const first = Promise.all(this.#jobs.flatMap(({ job, sources }) => sources.map(({ poller }, i) =>
      poller.start((problems) => {
        this.#options.onProblems(`discovery:${job.jobName}:${i}`, problems);
        this.#changed();
      }))));
    const handedOn = first.then(() => {
      this.#isPartial = true;
      this.#cancel?.();
      this.#gather();
      return this.#working;
    });
    await within(this.#options.clock, patienceMs, handedOn);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel?.();
    for (const { sources } of this.#jobs) for (const { poller } of sources) poller.stop();
    await this.#working;
  }

  views(): DiscoveredJob[] {
    return this.#views.map((view, i) => ({
      ...view,
      sources: (this.#jobs[i]?.sources ?? []).map(({ source, poller }) => ({ kind: source.kind, ...poller.view() })),
    }));
  }

  /** Removes and returns the poller of a source that continues in the next discovery. */
  #giveUp(jobName: string, wanted: DiscoverySource): SourcePoller | null {
    for (const { job, sources } of this.#jobs) {
      const i = job.jobName === jobName ? sources.findIndex(({ source }) => isDeepStrictEqual(source, wanted)) : -1;
      const [given] = i === -1 ? [] : sources.splice(i, 1);
      if (given !== undefined) return given.poller;
    }
    return null;
  }

  #open(source: DiscoverySource): SourcePoller | null {
    const { clock } = this.#options;
    const reader = openSource(source, clock);
    if (reader === null || source.kind === 'static') return null;
    return new SourcePoller({ reader, refreshMs: source.refreshMs, clock });
  }

  #changed(): void {
    this.#cancel?.();
    if (this.#isStopped || !this.#isPartial) return;
    this.#cancel = this.#options.clock.background.after(GATHER_MS, () => { this.#gather(); });
  }

  #gather(): void {
    this.#working = this.#working.then(() => this.#handOn()).catch((error: unknown) => {
      log.error('The discovered targets could not be taken over.', { error });
    });
  }

  async #handOn(): Promise<void> {
    if (this.#isStopped) return;
    const found = new Map<string, FoundTarget>();
    const views: DiscoveredJob[] = [];
    for (const { job, statics, sources } of this.#jobs) {
      const view: DiscoveredJob = { job: job.jobName, sources: [], active: [], droppedCount: 0, dropped: [] };
      const all = [...statics, ...sources.flatMap(({ poller }) => poller.found())];
      for (const [i, discovered] of all.entries()) {
        if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
        const target = relabeled(discovered, job, view);
        // A duplicate address is one target, from the first job that has it.
        const key = target === null ? '' : `${target.url} ${target.metricsPath ?? ''}`;
        if (target !== null && !found.has(key)) found.set(key, target);
      }
      views.push(view);
    }
    // A new configuration took the sources meanwhile; without them, targets would appear to be gone.
    if (this.#isStopped) return;
    this.#views = views;
    await this.#options.onFound([...found.values()]);
  }
}

function relabeled(discovered: LabelMap, job: DiscoveryJob, view: DiscoveredJob): FoundTarget | null {
  const before = beforeRelabeling(discovered, job);
  const target = scrapeTarget(before, job);
  const discoveredLabels = Object.fromEntries(before);
  if (!target.ok || target.value === null) {
    view.droppedCount++;
    if (view.dropped.length < MAX_DROPPED_SHOWN)
      view.dropped.push({ discoveredLabels, reason: target.ok ? null : target.error.message });
    return null;
  }
  const { labels, scheme, address, pathAndQuery } = target.value;
  view.active.push({ discoveredLabels, labels, scrapeUrl: `${scheme}://${address}${pathAndQuery}` });
  return configOf(target.value, job);
}

/** Returns the target's configuration; `/prefix/metrics` makes `/prefix` the base of all requests to it. */
function configOf(target: ScrapeTarget, { settings, nodeExporter }: DiscoveryJob): FoundTarget {
  const { labels, scheme, address, pathAndQuery, scrapeIntervalMs, scrapeTimeoutMs } = target;
  const [, prefix = '', rest = pathAndQuery] = /^(\/[^?]*)?(\/metrics(?:\?.*)?)$/.exec(pathAndQuery) ?? [];
  const { origin, hostname } = new URL(`${scheme}://${address}`);
  return {
    ...settings, labels, scrapeIntervalMs, scrapeTimeoutMs, url: `${origin}${prefix.replace(/\/+$/, '')}`,
    ...(rest === '/metrics' ? {} : { metricsPath: rest }),
    ...(nodeExporter ? { nodeExporter: { url: `http://${hostname}:9100` } } : {}),
  };
}

function staticTargets({ groups }: Extract<DiscoverySource, { kind: 'static' }>): LabelMap[] {
  return groups.flatMap(({ targets, labels }) =>
    targets.map((target) => new Map([...Object.entries(labels), ['__address__', target]])));
}

function openSource(source: DiscoverySource, clock: Clock): SourceReader | null {
  switch (source.kind) {
    case 'static': return null;
    case 'file': return new FileSource(source.files, clock);
    case 'http': return new HttpSource(source.endpoint, source.refreshMs);
    case 'dns': return new DnsSource(source);
    case 'prometheus': return new PrometheusSource(source.endpoint, source.jobs, source.refreshMs);
  }
}

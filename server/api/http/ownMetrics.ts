/** tsdbscope's own metrics, as Prometheus reads them. */
import type { Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricRow } from '../../targets/current/findingMetrics.ts';
import type { RemoteWriteStatus, SelfScrapes } from '../../../core/contract/contract.ts';
import { log } from '../../logging/log.ts';
import { ownMemory } from '../../threads/calls.ts';
import { MAIN_PART } from '../../threads/ownCost.ts';
import type { ApiDeps } from './deps.ts';
import { requestIdOf } from './requestId.ts';

export type EmbedRoute = 'page' | 'data' | 'stream' | 'svg' | 'png' | 'oembed';

/** A finer one wakes an idle process more often; the percentiles of the lag include it. */
const EVENT_LOOP_SAMPLE_MS = 20;
/** From here on a scrape counts as late: points of a chart at 1 s move visibly. */
const LATE_SECONDS = 0.5;

const REMOTE_WRITE: readonly [name: string, help: string, of: (status: RemoteWriteStatus) => number][] = [
  ['tsdbscope_remote_write_sent_samples', 'Samples that the engine took.', (one) => one.sentSamples],
  ['tsdbscope_remote_write_refused_samples', 'Samples that the engine refused.', (one) => one.refusedSamples],
  [
    'tsdbscope_remote_write_dropped_samples', 'Samples deleted from the full buffer before they were sent.',
    (one) => one.droppedSamples,
  ],
  ['tsdbscope_remote_write_pending_bytes', 'Bytes of the buffer that are not sent yet.', (one) => one.pendingBytes],
  [
    'tsdbscope_remote_write_delay_seconds', 'Age of the oldest scrape that is not sent.', (one) => one.delaySeconds,
  ],
  ['tsdbscope_remote_write_failing', '1 while the engine cannot be written.', (one) => (one.failure === null ? 0 : 1)],
];

/** What is counted while the program runs; everything else is read when `/metrics` is asked for. */
export class OwnMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'tsdbscope_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'code'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30],
    registers: [this.#registry],
  });
  readonly #lateness = new Histogram({
    name: 'tsdbscope_scrape_lateness_seconds',
    help: 'How late scrapes begin, after the time that their interval sets.',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers: [this.#registry],
  });
  readonly #findings = new Histogram({
    name: 'tsdbscope_findings_duration_seconds',
    help: 'How long the findings of one target took, asked for metrics and alerts.',
    buckets: [0.025, 0.1, 0.25, 1, 5, 30],
    registers: [this.#registry],
  });
  readonly #embedRequests = new Counter({
    name: 'tsdbscope_embed_requests_total',
    help: 'Requests of embeds by what was asked for and how it was answered.',
    labelNames: ['route', 'code'],
    registers: [this.#registry],
  });
  readonly #skipped = new Counter({
    name: 'tsdbscope_scrapes_skipped_total',
    help: 'Scrapes that were not sent, as the one before was still running.',
    registers: [this.#registry],
  });
  readonly scrapes: SelfScrapes = { due: 0, late: 0, skipped: 0, maxLateSeconds: 0 };
  /** Event streams of embeds that are open now. */
  embedStreams = 0;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }

  addEmbedRequest(route: EmbedRoute, code: number): void {
    this.#embedRequests.inc({ route, code });
  }

  addScrapeLateness(lateMs: number): void {
    const seconds = Math.max(0, lateMs) / 1000;
    this.#lateness.observe(seconds);
    const { due, late, maxLateSeconds } = this.scrapes;
    Object.assign(this.scrapes, {
      due: due + 1, late: seconds < LATE_SECONDS ? late : late + 1, maxLateSeconds: Math.max(maxLateSeconds, seconds),
    });
  }

  /** One that was due was not sent. */
  addSkippedScrape(): void {
    this.#skipped.inc();
    this.scrapes.skipped += 1;
  }

  addFindingsQuestion(seconds: number): void {
    this.#findings.observe(seconds);
  }

  /** Goes before all routes. An event stream that its reader closes is not counted: it has no end of its own. */
  readonly timeRequests: RequestHandler = (req, res, next) => {
    const done = this.#requests.startTimer();
    res.on('finish', () => {
      const labels = { method: req.method, route: routeOf(req, res), code: res.statusCode };
      log.debug('A request was answered.', { request_id: requestIdOf(res), ...labels, seconds: done(labels) });
    });
    next();
  };

  /** The text format, version 0.0.4; what `deps` knows is read now. */
  async text(deps: ApiDeps): Promise<string> {
    const storage = await deps.data.status();
    const { store } = deps.embeds;
    this.#set('tsdbscope_build_info', 'Version of tsdbscope.', [[1, { version: deps.version }]]);
    this.#set('tsdbscope_http_requests_open', 'Requests that are not answered yet, and event streams.',
      [[deps.draining.size]]);
    this.#set('tsdbscope_storage_bytes', 'Bytes of samples on disk.', [[storage.bytes]]);
    this.#set('tsdbscope_storage_recording', '1 while samples are stored, 0 while storage is stopped.',
      [[storage.state === 'recording' ? 1 : 0]]);
    this.#set('tsdbscope_embeds', 'Embeds that can be opened.', [[store.list().length]]);
    this.#set('tsdbscope_embed_kept_bytes', 'Bytes of the answers kept with embeds.', [[store.allBytes()]]);
    this.#set('tsdbscope_embed_streams', 'Pages that follow embeds.', [[this.embedStreams]]);
    this.#set('tsdbscope_target_up', '1 when the target is up.', (await deps.targets.list())
      .filter(({ state }) => state !== 'recorded')
      .map(({ name, state }) => [state === 'up' ? 1 : 0, { target: name, state }]));
    const parts = [{ part: MAIN_PART, memory: ownMemory() }, ...deps.parts.memory()];
    this.#set('tsdbscope_part_heap_bytes', 'JavaScript heap of each thread and reader process.',
      parts.map(({ part, memory }) => [memory.heapBytes, { part }]));
    this.#set('tsdbscope_part_external_bytes', 'Memory outside the heap that each thread and reader process holds.',
      parts.map(({ part, memory }) => [memory.externalBytes, { part }]));
    this.#set('tsdbscope_reader_resident_bytes', 'Resident memory of each reader process.', parts
      .filter(({ part }) => part.startsWith('reader')).map(({ part, memory }) => [memory.rssBytes, { part }]));
    const loads = deps.parts.load();
    this.#set('tsdbscope_reads_under_way', 'Questions that each reader answers now.',
      loads.map(({ part, running }) => [running, { part }]));
    this.#set('tsdbscope_reads_waiting', 'Questions that wait for each reader.',
      loads.map(({ part, waiting }) => [waiting, { part }]));
    // Who reads these wants them new next time; they are not computed now.
    deps.current.want();
    for (const { name, help, rows } of [...deps.current.metrics(), ...deps.alerting?.metrics() ?? []])
      this.#set(name, help, rows);
    for (const [name, help, of] of REMOTE_WRITE)
      this.#set(name, help, (deps.remoteWrite?.status() ?? []).map((one) => [of(one), { engine: one.name }]));
    return this.#registry.metrics();
  }

  /** Rows are a value and its labels; those of an earlier reading are forgotten. */
  #set(name: string, help: string, rows: readonly MetricRow[]): void {
    this.#registry.removeSingleMetric(name);
    // A gauge without labels would export 0.
    if (rows.length === 0) return;
    const labelNames = [...new Set(rows.flatMap(([, labels = {}]) => Object.keys(labels)))];
    const options = { name, help, labelNames, registers: [this.#registry] };
    if (name.endsWith('_total')) {
      const counter = new Counter(options);
      for (const [value, labels = {}] of rows) counter.inc(labels, value);
      return;
    }
    const gauge = new Gauge(options);
    for (const [value, labels = {}] of rows) gauge.set(labels, value);
  }
}

/** The route's pattern, never the address: names in it would each make a series. */
export function routeOf({ baseUrl, url, route }: Request, res: Response): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  // baseUrl alone is as the client wrote it, and empty again after an error.
  if (typeof path === 'string') return `${/^\/api\/v1\//i.test(baseUrl + url) ? '/api/v1' : ''}${path}`;
  if (path !== undefined) return 'page';
  return res.statusCode < 400 ? 'file' : 'none';
}

/** tsdbscope's own metrics, as Prometheus reads them. */
import type { Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RemoteWriteStatus } from '../../../core/contract/contract.ts';
import { log } from '../../logging/log.ts';
import { ownMemory } from '../../threads/calls.ts';
import type { ApiDeps } from './deps.ts';

export type EmbedRoute = 'page' | 'data' | 'stream' | 'svg' | 'png' | 'oembed';

/** A finer one wakes an idle process more often; the percentiles of the lag include it. */
const EVENT_LOOP_SAMPLE_MS = 20;

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
  readonly #embedRequests = new Counter({
    name: 'tsdbscope_embed_requests_total',
    help: 'Requests of embeds by what was asked for and how it was answered.',
    labelNames: ['route', 'code'],
    registers: [this.#registry],
  });
  /** Event streams of embeds that are open now. */
  embedStreams = 0;

  constructor() {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }

  addEmbedRequest(route: EmbedRoute, code: number): void {
    this.#embedRequests.inc({ route, code });
  }

  addScrapeLateness(lateMs: number): void {
    this.#lateness.observe(Math.max(0, lateMs) / 1000);
  }

  /** Goes before all routes. An event stream that its reader closes is not counted: it has no end of its own. */
  readonly timeRequests: RequestHandler = (req, res, next) => {
    const done = this.#requests.startTimer();
    res.on('finish', () => {
      const labels = { method: req.method, route: routeOf(req, res), code: res.statusCode };
      log.debug('A request was answered.', { ...labels, seconds: done(labels) });
    });
    next();
  };

  /** The text format, version 0.0.4; what `deps` knows is read now. */
  async text(deps: ApiDeps): Promise<string> {
    const storage = await deps.data.status();
    const { store } = deps.embeds;
    this.#set('tsdbscope_build_info', 'Version of tsdbscope.', [[1, { version: deps.version }]]);
    this.#set('tsdbscope_storage_bytes', 'Bytes of samples on disk.', [[storage.bytes]]);
    this.#set('tsdbscope_storage_recording', '1 while samples are stored, 0 while storage is stopped.',
      [[storage.state === 'recording' ? 1 : 0]]);
    this.#set('tsdbscope_embeds', 'Embeds that can be opened.', [[store.list().length]]);
    this.#set('tsdbscope_embed_kept_bytes', 'Bytes of the answers kept with embeds.', [[store.allBytes()]]);
    this.#set('tsdbscope_embed_streams', 'Pages that follow embeds.', [[this.embedStreams]]);
    this.#set('tsdbscope_target_up', '1 when the target is up.', (await deps.targets.list())
      .filter(({ state }) => state !== 'recorded')
      .map(({ name, state }) => [state === 'up' ? 1 : 0, { target: name, state }]));
    const parts = [{ part: 'main', memory: ownMemory() }, ...deps.parts.memory()];
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
    for (const [name, help, of] of REMOTE_WRITE)
      this.#set(name, help, (deps.remoteWrite?.status() ?? []).map((one) => [of(one), { engine: one.name }]));
    return this.#registry.metrics();
  }

  /** Rows are a value and its labels; those of an earlier reading are forgotten. */
  #set(name: string, help: string, rows: [value: number, labels?: Record<string, string>][]): void {
    this.#registry.removeSingleMetric(name);
    const labelNames = ['version', 'target', 'state', 'part', 'engine'];
    const gauge = new Gauge({ name, help, labelNames, registers: [this.#registry] });
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

/** tsdbscope's own metrics, as Prometheus reads them. */
import type { Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricRow, MetricRows } from '../../../kernel/http/metricRows.ts';
import type { SelfScrapes } from '../../../../core/contract/contract.ts';
import { log } from '../../../kernel/logging/log.ts';
import { requestIdOf } from '../../../kernel/http/requestId.ts';

export type EmbedRoute = 'page' | 'data' | 'stream' | 'svg' | 'png' | 'oembed';

/** A finer resolution wakes an idle process more often; the lag percentiles include it. */
const EVENT_LOOP_SAMPLE_MS = 20;
/** Delay at which a scrape counts as late: points of a chart at 1 s move visibly. */
const LATE_SECONDS = 0.5;

/** Metrics counted while the program runs; all others are read when `/metrics` is requested. */
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
  /** Number of open event streams of embeds. */
  embedStreams = 0;
  /** Names of the metrics read for the previous answer. */
  #read: string[] = [];

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

  /** Counts a due scrape that was not sent. */
  addSkippedScrape(): void {
    this.#skipped.inc();
    this.scrapes.skipped += 1;
  }

  addFindingsQuestion(seconds: number): void {
    this.#findings.observe(seconds);
  }

  /** Goes before all routes. Does not count an event stream that its reader closes: it has no end of its own. */
  readonly timeRequests: RequestHandler = (req, res, next) => {
    const done = this.#requests.startTimer();
    res.on('finish', () => {
      const labels = { method: req.method, route: routeOf(req, res), code: res.statusCode };
      log.debug('A request was answered.', { request_id: requestIdOf(res), ...labels, seconds: done(labels) });
    });
    next();
  };

  /** Returns the text format, version 0.0.4; `read`: metrics read for this answer, besides those counted. */
  text(read: readonly MetricRows[]): Promise<string> {
    // Also removes those without a reading now, as after a reload without alerting.
    for (const name of this.#read) this.#registry.removeSingleMetric(name);
    this.#read = read.map(({ name }) => name);
    for (const { name, help, rows } of read) this.#add(name, help, rows);
    return this.#registry.metrics();
  }

  /** Adds a metric; rows are a value and its labels. */
  #add(name: string, help: string, rows: readonly MetricRow[]): void {
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

/** Returns the route's pattern, never the URL: names in it would each make a series. */
export function routeOf({ baseUrl, url, route }: Request, res: Response): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  // baseUrl alone is as the client wrote it, and empty again after an error.
  if (typeof path === 'string') return `${/^\/api\/v1\//i.test(baseUrl + url) ? '/api/v1' : ''}${path}`;
  if (path !== undefined) return 'page';
  return res.statusCode < 400 ? 'file' : 'none';
}

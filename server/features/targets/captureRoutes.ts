import { createReadStream } from 'node:fs';
import { Router } from 'express';
import type { CaptureKind } from '../../../core/contract/contract.ts';
import { atWords, MAX_CAPTURE_SECONDS, type CaptureRequest } from '../../../core/contract/questions/bodies.ts';
import { badData, notFound, sendStream, valueOf } from '../../kernel/http/errors.ts';
import { accessOf } from '../../kernel/http/guard.ts';
import { serve, serveData, serveResult } from '../../kernel/http/route.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { parseTime } from '../../../core/text/timeText.ts';
import { forAll } from '../../kernel/threads/requestContext.ts';
import { findTarget } from './answers/askedTarget.ts';
import type { TargetDirectory } from './answers/targetDirectory.ts';
import type { OpenedCaptures } from './openCaptures.ts';
import type { OpenedProfiling } from './openProfiling.ts';

/** Kinds that run for a time; most others can be requested as the change during a time, but not threadcreate. */
const TIMED: readonly CaptureKind[] = ['cpu', 'fgprof', 'trace', 'everything'];
const DEFAULT_CPU_SECONDS = 10;
/** Short, because a busy server writes some megabytes of trace per second. */
const DEFAULT_TRACE_SECONDS = 5;
const EVERY = { least: 30_000, most: 7 * 86_400_000 };
const MAX_AHEAD = { ms: 30 * 86_400_000, text: '30 days' };

export interface CaptureRouteDeps
  extends Omit<OpenedCaptures, 'store'>, Pick<OpenedProfiling, 'profiler' | 'rules'> {
  targets: TargetDirectory;
  now: () => number;
}

type Booked = Parameters<OpenedCaptures['bookings']['book']>;

export function captureRoutes(deps: CaptureRouteDeps): Router {
  const router = Router();

  serveData(router, 'POST /targets/{target}/captures', async (asked, res, req) => {
    const scraper = await findScraper(deps, asked.path.target);
    const client = accessOf(res).user ?? req.socket.remoteAddress ?? '';
    const order = { ...readOrder(asked.body), target: scraper.config.name, client };
    const when = readTime(asked.body, deps.now());
    if (order.kind === 'everything' && (when?.at === 'next-compaction' || when?.at === 'next-evaluation'))
      throw badData('"kind": "everything" goes with a time, "every" or "now"; book a CPU profile for the event.');
    // Continues when the client disconnects.
    const begun = await forAll(() => {
      if (when !== null) return deps.bookings.book(scraper, order, when);
      return order.kind === 'everything' ? deps.everything.order(scraper, order)
        : deps.captures.order(scraper, { ...order, reason: { how: 'person', sentence: null } });
    });
    return { capture: valueOf(begun) };
  });

  serveData(router, 'GET /targets/{target}/captures', async ({ path }) => (
    deps.captures.list((await findTarget(deps, path.target)).name)
  ));

  serveData(router, 'GET /targets/{target}/profiling', async ({ path }) => {
    const { name } = await findTarget(deps, path.target);
    return deps.profiler.of(deps.targets.scraper(name));
  });

  serveResult(router, 'PUT /targets/{target}/profiling', async (asked, _res, req) => {
    const { on } = asked.body;
    const scraper = await findScraper(deps, asked.path.target);
    return deps.profiler.switch(scraper, on, req.socket.remoteAddress);
  });

  serveData(router, 'PUT /targets/{target}/profiling/rules', async (asked) => {
    const scraper = await findScraper(deps, asked.path.target);
    valueOf(await deps.rules.put(scraper.config.name, asked.body));
    return deps.profiler.of(scraper);
  });

  serveData(router, 'DELETE /targets/{target}/profiling/rules', async ({ path }) => {
    const scraper = await findScraper(deps, path.target);
    valueOf(await deps.rules.put(scraper.config.name, null));
    return deps.profiler.of(scraper);
  });

  serveData(router, 'GET /captures/{id}', ({ path }) => {
    const capture = deps.captures.get(path.id);
    if (capture === undefined) throw notFound(
      'There is no such capture; the newest are listed, GET /api/v1/targets/{target}/captures has them.'
    );
    return capture;
  });

  serve(router, 'GET /captures/{id}/bundle', async ({ path }, res) => {
    const capture = deps.captures.get(path.id);
    const bundle = capture?.kind === 'everything' ? await deps.bundles.find(capture.id) : null;
    if (capture === undefined || bundle === null) {
      throw notFound(
        'There is no bundle of this capture: only those of kind "everything" have one, and the newest 20 are kept.'
      );
    }
    const time = new Date(1000 * (capture.startTime ?? 0)).toISOString().slice(0, 19).replaceAll(':', '');
    res.attachment(`debug-${capture.target.replace(/[^\w.-]+/g, '-')}-${time}Z.tar.gz`);
    res.type('application/gzip').setHeader('Content-Length', bundle.sizeBytes);
    await sendStream(res, createReadStream(bundle.path));
  });

  serveData(router, 'DELETE /captures/{id}', ({ path }) => {
    const capture = deps.everything.cancel(path.id) ?? deps.captures.cancel(path.id);
    if (capture === undefined)
      throw notFound('There is no such capture to cancel; GET /api/v1/targets/{target}/captures lists them.');
    return capture;
  });

  return router;
}

type Scraper = NonNullable<ReturnType<TargetDirectory['scraper']>>;

/** Returns the scraper of a live target; throws bad_data for a recording. */
async function findScraper(deps: CaptureRouteDeps, name: string): Promise<Scraper> {
  const target = await findTarget(deps, name);
  const scraper = deps.targets.scraper(target.name);
  if (scraper !== undefined) return scraper;
  throw badData(`"${target.name}" is a recording; profiles can be captured from a running target only.`);
}

/** Validates what the schema cannot express: which fields go together. */
function readOrder({ kind, seconds: asked, at, gc }: CaptureRequest): Pick<Booked[1], 'kind' | 'seconds' | 'gc'> {
  const isTimed = TIMED.includes(kind);
  // A capture booked for an event runs for as long as the event lasts.
  const seconds = asked ?? (!isTimed ? 0 : at === 'next-compaction' || at === 'next-evaluation' ? 1
    : kind === 'trace' ? DEFAULT_TRACE_SECONDS : DEFAULT_CPU_SECONDS);
  if (isTimed && seconds < 1) throw badData(`"seconds" must be a whole number from 1 to ${MAX_CAPTURE_SECONDS}.`);
  if (gc === true && kind !== 'heap' && kind !== 'allocs')
    throw badData('"gc" goes with "kind": "heap" or "allocs" only.');
  // These kinds have no delta profile: they are taken at once, with 0 seconds in the answer.
  const isState = kind === 'threadcreate' || kind === 'goroutineleak';
  return { kind, seconds: isState ? 0 : seconds, gc: gc ?? false };
}

/** Returns the requested time; null: now. */
function readTime({ at, every, seconds, group }: CaptureRequest, nowMs: number): Booked[2] | null {
  const everySeconds = readEvery(every, seconds ?? DEFAULT_CPU_SECONDS);
  const isOfGroup = group !== undefined && group !== null;
  if (isOfGroup !== (at === 'next-evaluation'))
    throw badData('"group", as the label rule_group has it, goes with "at": "next-evaluation", and that with "group".');
  if (at === 'next-compaction' || at === 'next-evaluation') {
    if (everySeconds === null) return isOfGroup ? { at: 'next-evaluation', group } : { at: 'next-compaction' };
    throw badData('"every" goes with a time or "now"; book the next one when this one is captured.');
  }
  const timeMs = at === undefined || at === null || at === 'now' ? null : readMoment(at, nowMs);
  if (everySeconds !== null) return { at: 'every', everySeconds, timeMs: timeMs ?? nowMs };
  return timeMs === null ? null : { at: 'time', timeMs };
}

function readMoment(at: string | number, nowMs: number): number {
  const seconds = typeof at === 'number' ? at : parseTime(at);
  if (seconds === null)
    throw badData(atWords());
  if (seconds * 1000 > nowMs + MAX_AHEAD.ms) throw badData(`"at" is more than ${MAX_AHEAD.text} ahead.`);
  return seconds * 1000;
}

function readEvery(every: CaptureRequest['every'], seconds: number): number | null {
  if (every === undefined || every === null) return null;
  const ms = parseDurationMs(every);
  if (ms === null || ms < EVERY.least || ms > EVERY.most)
    throw badData('"every" must be a duration from 30s to 7d, such as "1h".');
  if (ms < 2000 * seconds)
    throw badData('"every" must be at least twice "seconds", so that others can profile it too.');
  return ms / 1000;
}

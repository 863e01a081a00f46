import { Router } from 'express';
import type { CaptureKind } from '../../../core/contract/contract.ts';
import { MAX_CAPTURE_SECONDS, type CaptureRequest } from '../../../core/contract/questions/bodies.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, notFound, sendData, valueOf } from '../http/errors.ts';
import { serve } from '../http/route.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { forAll } from '../../threads/asker.ts';
import { findTarget } from './targetRoutes.ts';

/** Run for a time; of the others all but threadcreate can be asked for what changes in one. */
const TIMED: readonly CaptureKind[] = ['cpu', 'fgprof'];
const DEFAULT_CPU_SECONDS = 10;

export function captureRoutes(deps: ApiDeps): Router {
  const router = Router();

  serve(router, 'POST /targets/{target}/captures', async (asked, res, req) => {
    const scraper = await findScraper(deps, asked.path.target);
    const target = scraper.config;
    const { kind, seconds, at, gc } = readOrder(asked.body);
    const compaction = at === 'now' ? null : valueOf(await nextCompaction(deps, target.name));
    const booked = compaction === null ? { startMs: null } : {
      startMs: compaction.startMs,
      booking: { lastsMs: compaction.lastsMs, next: () => laterCompaction(deps, target.name) },
    };
    // It goes on when who asked for it leaves.
    const begun = forAll(() => deps.captures.order(scraper, {
      target: target.name, kind, seconds, gc, client: req.socket.remoteAddress ?? '',
      reason: { how: at === 'now' ? 'person' : 'booked', sentence: null }, ...booked,
    }));
    sendData(res, { capture: valueOf(begun) }, 202);
  });

  serve(router, 'GET /targets/{target}/captures', async ({ path }, res) => {
    sendData(res, deps.captures.list((await findTarget(deps, path.target)).name));
  });

  serve(router, 'GET /targets/{target}/profiling', async ({ path }, res) => {
    sendData(res, await deps.profiler.of(await findScraper(deps, path.target)));
  });

  serve(router, 'PUT /targets/{target}/profiling', async (asked, res) => {
    const { on } = asked.body;
    sendData(res, valueOf(await deps.profiler.switch(await findScraper(deps, asked.path.target), on)));
  });

  serve(router, 'GET /captures/{id}', ({ path }, res) => {
    const capture = deps.captures.get(path.id);
    if (capture === undefined) throw notFound(
      'There is no such capture; captures are forgotten when tsdbscope restarts, their profiles are not.'
    );
    sendData(res, capture);
  });

  serve(router, 'DELETE /captures/{id}', ({ path }, res) => {
    const capture = deps.captures.cancel(path.id);
    if (capture === undefined)
      throw notFound('There is no such capture to cancel; captures are forgotten when tsdbscope restarts.');
    sendData(res, capture);
  });

  return router;
}

type Scraper = NonNullable<ReturnType<ApiDeps['targets']['scraper']>>;

/** Of a target that runs; refused for a recording. */
async function findScraper(deps: ApiDeps, name: string): Promise<Scraper> {
  const target = await findTarget(deps, name);
  const scraper = deps.targets.scraper(target.name);
  if (scraper !== undefined) return scraper;
  throw badData(`"${target.name}" is a recording; profiles can be captured from a running target only.`);
}

/** What the schema cannot express: which fields go together. */
function readOrder(
  { kind, seconds: asked, at, gc }: CaptureRequest
): Required<{ [K in keyof CaptureRequest]: NonNullable<CaptureRequest[K]> }> {
  const isTimed = TIMED.includes(kind);
  const seconds = asked ?? (isTimed ? DEFAULT_CPU_SECONDS : 0);
  if (isTimed && seconds < 1) throw badData(`"seconds" must be a whole number from 1 to ${MAX_CAPTURE_SECONDS}.`);
  if (gc === true && kind !== 'heap' && kind !== 'allocs')
    throw badData('"gc" goes with "kind": "heap" or "allocs" only.');
  // threadcreate has no delta profile: it is taken at once, and the answer has 0 seconds.
  return { kind, seconds: kind === 'threadcreate' ? 0 : seconds, at: at ?? 'now', gc: gc ?? false };
}

/** `everyMs`: from one head compaction to the next; null = not known. */
interface NextCompaction { startMs: number; lastsMs: number; everyMs: number | null }

/** Of a target whose compactions have not been seen yet. */
const LASTS_MS = 60_000;

/** Looks at the last hour, as the panel does. Error `bad_data`: it is not known. */
async function nextCompaction(deps: ApiDeps, name: string): Promise<Result<NextCompaction>> {
  const target = await deps.targets.find(name);
  const query = target === undefined ? null
    : deps.targets.panelQuery(target, deps.now() - 3_600_000, deps.now(), undefined);
  if (query === null) return fail('bad_data', 'Nothing is recorded of this target yet.');
  const panel = await deps.panels.panel('compaction', query);
  if (!panel.ok) return panel;
  const { next, compactions, blockRangeSeconds } = panel.value;
  if (next === null || next.time === null) {
    return fail(
      'bad_data', 'The next compaction is not known: the block range of the target could not be read yet, '
        + 'or it does not answer now.'
    );
  }
  const lasted = Math.max(0, ...compactions.map(({ durationSeconds }) => durationSeconds ?? 0));
  return ok({
    startMs: next.time * 1000, lastsMs: lasted > 0 ? lasted * 1000 : LASTS_MS,
    everyMs: blockRangeSeconds === null ? null : blockRangeSeconds * 1000,
  });
}

/**
 * The first compaction that has not begun; null = not known. The one that is due now is foretold until its end has been
 * scraped, so the next one is a block range later.
 */
async function laterCompaction(deps: ApiDeps, name: string): Promise<NextCompaction | null> {
  const next = await nextCompaction(deps, name);
  if (!next.ok) return null;
  const { startMs, everyMs } = next.value;
  const lateMs = deps.now() - startMs;
  if (lateMs < 0) return next.value;
  return everyMs === null || everyMs <= 0 ? null
    : { ...next.value, startMs: startMs + everyMs * (Math.floor(lateMs / everyMs) + 1) };
}

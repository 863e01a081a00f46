import express, { Router } from 'express';
import type { CaptureKind } from '../../../core/contract/contract.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, notFound, sendData, valueOf } from '../http/errors.ts';
import { findTarget } from './targetRoutes.ts';

const KINDS: readonly CaptureKind[] = ['cpu', 'heap', 'allocs', 'goroutine', 'mutex', 'block', 'threadcreate', 'fgprof'];
/** Run for a time; of the others all but threadcreate can be asked for what changes in one. */
const TIMED: readonly CaptureKind[] = ['cpu', 'fgprof'];
const MAX_SECONDS = 300;
const DEFAULT_CPU_SECONDS = 10;

export function captureRoutes(deps: ApiDeps): Router {
  const router = Router();

  // Whatever the type says: `curl -d` calls its JSON a form.
  router.post('/targets/:target/captures', express.json({ limit: '16kb', type: () => true }), async (req, res) => {
    const target = await findTarget(deps, req);
    const scraper = deps.targets.scraper(target.name);
    if (scraper === undefined) throw badData(`"${target.name}" is a recording; profiles can be captured from a running target only.`);
    const { kind, seconds, at, gc } = readOrder(req.body as unknown);
    const startMs = at === 'now' ? null : await nextCompactionMs(deps, target.name);
    sendData(res, { capture: valueOf(deps.captures.order(scraper, { target: target.name, kind, seconds, gc, startMs })) }, 202);
  });

  router.get('/targets/:target/captures', async (req, res) => {
    sendData(res, deps.captures.list((await findTarget(deps, req)).name));
  });

  router.get('/captures/:id', (req, res) => {
    const capture = deps.captures.get(req.params.id);
    if (capture === undefined) throw notFound('There is no such capture; captures are forgotten when tsdbscope restarts, their profiles are not.');
    sendData(res, capture);
  });

  router.delete('/captures/:id', (req, res) => {
    const capture = deps.captures.cancel(req.params.id);
    if (capture === undefined) throw notFound('There is no such capture to cancel; captures are forgotten when tsdbscope restarts.');
    sendData(res, capture);
  });

  return router;
}

function readOrder(body: unknown): { kind: CaptureKind; seconds: number; at: 'now' | 'next-compaction'; gc: boolean } {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const kind = KINDS.find((word) => word === fields.kind);
  if (kind === undefined) throw badData(`"kind" must be one of ${KINDS.join(', ')}, as in {"kind": "cpu", "seconds": 10}.`);
  const seconds = fields.seconds ?? (TIMED.includes(kind) ? DEFAULT_CPU_SECONDS : 0);
  const least = TIMED.includes(kind) ? 1 : 0;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < least || seconds > MAX_SECONDS) {
    throw badData(`"seconds" must be a whole number from ${least} to ${MAX_SECONDS}.`);
  }
  const gc = fields.gc ?? false;
  if (typeof gc !== 'boolean') throw badData('"gc" must be true or false.');
  if (gc && kind !== 'heap' && kind !== 'allocs') throw badData('"gc" goes with "kind": "heap" or "allocs" only.');
  const at = fields.at ?? 'now';
  if (at !== 'now' && at !== 'next-compaction') throw badData('"at" must be "now" or "next-compaction".');
  // What the runtime counts threads with has no change over a time: it is taken at once, and the answer says 0 seconds.
  return { kind, seconds: kind === 'threadcreate' ? 0 : seconds, at, gc };
}

/** Looks at the last hour, as the panel does. */
async function nextCompactionMs(deps: ApiDeps, name: string): Promise<number> {
  const target = await deps.targets.find(name);
  const query = target === undefined ? null : deps.targets.panelQuery(target, deps.now() - 3_600_000, deps.now(), undefined);
  if (query === null) throw badData('Nothing is recorded of this target yet.');
  const panel = valueOf(await deps.panels.panel('compaction', query));
  if (panel.next === null) throw badData('The next compaction is not known: the block range of the target could not be read yet, or it does not answer now.');
  return panel.next.time * 1000;
}

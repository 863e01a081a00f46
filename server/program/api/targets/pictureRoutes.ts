/**
 * Serves panels, flame graphs and diffs as SVG and PNG, for an <img> wherever the API is readable. Errors are pictures
 * too.
 */
import { createHash } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import { PictureError } from '../../../analysis/pictures/pictureService.ts';
import type { PictureFormat, PictureStyle } from '../../../analysis/pictures/pictureTypes.ts';
import type { Failure } from '../../../../core/result.ts';
import type { DrawnName, Finding, PictureSubject, ProfileInfo, Target } from '../../../../core/contract/contract.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, RequestError, RETRY_SECONDS, STATUS_OF, valueOf } from '../../../kernel/http/errors.ts';
import { withFirstPace } from '../../../features/profiles/firstPace.ts';
import { diffTitle, flameTitle } from '../../../features/profiles/flameRoutes.ts';
import { lookForError, pictureLook, type AskedLook } from '../http/pictureStyle.ts';
import { profileQuery } from '../../../features/profiles/profileQuery.ts';
import { serve } from '../../../kernel/http/route.ts';
import type { AskedOf } from '../../../../core/contract/questions/routes.ts';
import { fileWord } from '../../../kernel/http/tableFormats.ts';
import { spanId } from '../../../../core/profileSpan.ts';
import { spanOf, type SpanNeeds } from '../../../features/profiles/spanRoutes.ts';
import { findTarget } from '../../../features/targets/answers/askedTarget.ts';
import { targetWindow, windowQuery, type Judged } from '../../../features/targets/answers/askedWindow.ts';
import { panelNamed } from '../../../features/targets/targetRoutes.ts';
import type { PanelQuery } from '../../../data/store/dataStore.ts';
import { profileSays } from '../../../features/profiles/profileSays.ts';

interface Drawing {
  subject: PictureSubject;
  style: Pick<PictureStyle, 'dataTimeMs' | 'frozen'> & { finding?: Finding; note?: string };
  /** File name without its extension. */
  file: string;
  /** Cache lifetime for clients. */
  maxAgeSeconds: number;
}

const MEDIA_TYPES: Record<PictureFormat, string> = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' };
const FORMATS: readonly PictureFormat[] = ['svg', 'png'];

export function pictureRoutes(deps: ApiDeps): Router {
  const router = Router();
  for (const format of FORMATS) {
    serve(router, `GET /targets/{target}/panels/{panel}.${format}`, async (asked, res, req) => {
      await send({ deps, req, res, format }, asked, () => panelDrawing(deps, panelNamed(asked.path.panel), asked));
    });
    serve(router, `GET /targets/{target}/cpu-by-subsystem.${format}`, async (asked, res, req) => {
      await send({ deps, req, res, format }, asked, () => panelDrawing(deps, 'cpu-by-subsystem', asked));
    });
    serve(router, `GET /profiles/{id}/flamegraph.${format}`, async (asked, res, req) => {
      await send({ deps, req, res, format }, asked, () => flameDrawing(deps, asked));
    });
    serve(router, `GET /targets/{target}/profile/flamegraph.${format}`, async (asked, res, req) => {
      await send({ deps, req, res, format }, asked, async () => {
        const { kind, start, end, ...query } = asked.query;
        const window: SpanNeeds['window'] = (name, span) => targetWindow(deps.targets, name, span);
        const id = spanId(await spanOf(window, asked.path.target, { kind, start, end }));
        return flameDrawing(deps, { path: { id }, query });
      });
    });
    serve(router, `GET /diff/flamegraph.${format}`, async (asked, res, req) => {
      await send({ deps, req, res, format }, asked, () => diffDrawing(deps, asked));
    });
  }
  return router;
}

interface Answering { deps: ApiDeps; req: Request; res: Response; format: PictureFormat }

async function send(
  { deps, req, res, format }: Answering, asked: { query: AskedLook }, drawn: () => Promise<Drawing>
): Promise<void> {
  // A picture must not load or run anything, whatever text it contains.
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  try {
    const look = pictureLook(asked.query, format);
    const { subject, style, file, maxAgeSeconds } = await drawn();
    const bytes = await deps.pictures.render(subject, { ...look, ...style });
    const sharing = deps.config.auth === undefined ? 'public' : 'private';
    res.set('Cache-Control', `${sharing}, max-age=${maxAgeSeconds}, must-revalidate`);
    res.set('ETag', `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    res.set('Content-Disposition', `inline; filename="${file}.${format}"`).type(MEDIA_TYPES[format]).send(bytes);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    await sendFailurePicture(deps, req, res, { format, failure });
  }
}

/** Returns null for a bug, which the error handler logs. */
function failureOf(error: unknown): Failure | null {
  if (error instanceof RequestError) return error.failure;
  return error instanceof PictureError ? { errorType: error.errorType, message: error.message } : null;
}

async function sendFailurePicture(
  deps: ApiDeps, req: Request, res: Response, { format, failure }: { format: PictureFormat; failure: Failure },
): Promise<void> {
  const bytes = await deps.pictures.renderError(failure.message, lookForError(req, format)).catch((error: unknown) => {
    if (error instanceof PictureError) throw new RequestError(failure);
    throw error;
  });
  if (failure.errorType === 'busy') res.set('Retry-After', RETRY_SECONDS);
  res.status(STATUS_OF[failure.errorType]).set('Cache-Control', 'no-store').type(MEDIA_TYPES[format]).send(bytes);
}

const MAX_LIVE_SECONDS = 60;
const PAST_SECONDS = 300;
const PROFILE_SECONDS = 86_400;
/** Earliest time of a JavaScript Date. */
const EARLIEST_MS = -8.64e15;

async function panelDrawing(
  deps: ApiDeps, panel: DrawnName, { path, query: asked }: AskedOf<'GET /targets/{target}/cpu-by-subsystem.svg'>
): Promise<Drawing> {
  const target = await findTarget(deps, path.target);
  const query = pictureWindow(deps, asked, target);
  const answer = valueOf(await deps.panels.drawn(panel, query));
  const recordedEndMs = target.recorded === null ? query.endMs : target.recorded.end * 1000;
  const isPast = query.endMs < deps.now() - MAX_LIVE_SECONDS * 1000 || target.state === 'recorded';
  return {
    subject: { kind: 'panel', panel, target: target.name, answer },
    style: { dataTimeMs: Math.min(query.endMs, recordedEndMs), frozen: false, ...(isPast ? {} : stateNote(target)) },
    file: `${target.name}-${panel}`.replace(/[^A-Za-z0-9._-]+/g, '-'),
    // A live picture changes when time has moved by a pixel.
    maxAgeSeconds: isPast ? PAST_SECONDS
      : Math.min(MAX_LIVE_SECONDS, Math.max(1, Math.floor((query.endMs - query.startMs) / 1000 / asked.width))),
  };
}

/** Reads `start`, `end` and `step` like the panel; `last=1h` is the window of that length before `end` or now. */
function pictureWindow(deps: ApiDeps, asked: Judged & { last?: number }, target: Target): PanelQuery {
  const lastMs = asked.last;
  if (lastMs !== undefined && asked.start !== undefined)
    throw badData('"last" and "start" say the same; give one of them.');
  const query = windowQuery(deps, asked, target);
  if (lastMs !== undefined && query.endMs - lastMs < EARLIEST_MS)
    throw badData('"last" reaches further back than there are dates.');
  return lastMs === undefined ? query : { ...query, startMs: query.endMs - lastMs };
}

function stateNote({ state, lastScrape }: Target): { note?: string } {
  if (state === 'up' || state === 'recorded') return {};
  const reason = lastScrape?.error ?? null;
  return { note: `The target is ${state} now${reason === null ? '' : `: ${reason}`}` };
}

async function flameDrawing(
  deps: ApiDeps,
  { path: { id }, query: asked }: Pick<AskedOf<'GET /profiles/{id}/flamegraph.svg'>, 'path' | 'query'>
): Promise<Drawing> {
  const info = valueOf(await deps.profiles.get(id));
  const query = { ...profileQuery(asked), minRatio: leastRatio(asked.width) };
  const [
    graph, found,
  ] = await Promise.all([deps.profiles.flamegraph(id, query), profileSays(deps.profiles, info, query)]);
  return {
    subject: { kind: 'flamegraph', title: flameTitle(info.name, query), answer: valueOf(graph) },
    style: { dataTimeMs: takenMs(info), frozen: false, finding: valueOf(found) },
    file: `flamegraph-${fileWord(info.name)}`,
    maxAgeSeconds: PROFILE_SECONDS,
  };
}

async function diffDrawing(deps: ApiDeps, { query: asked }: AskedOf<'GET /diff/flamegraph.svg'>): Promise<Drawing> {
  const query = await withFirstPace(deps.profiles, { ...profileQuery(asked), minRatio: leastRatio(asked.width) });
  const infos = await Promise.all(
    [query.before, query.after].map((ids) => Promise.all(ids.map(async (id) => valueOf(await deps.profiles.get(id)))))
  );
  const [
    graph, top,
  ] = await Promise.all([deps.profiles.diffFlamegraph(query), deps.profiles.diffTop({ ...query, limit: 1 })]);
  const { finding } = valueOf(top);
  return {
    subject: { kind: 'diff', title: await diffTitle(deps.profiles, query), answer: valueOf(graph) },
    style: { dataTimeMs: Math.max(...infos.flat().map(takenMs)), frozen: false, finding },
    file: 'diff-flamegraph',
    maxAgeSeconds: PROFILE_SECONDS,
  };
}

/** Returns the smallest ratio to send: narrower frames would be under half a pixel. */
function leastRatio(widthPx: number): number {
  return 0.5 / widthPx;
}

function takenMs({ time, addedTime }: ProfileInfo): number {
  return (time ?? addedTime) * 1000;
}

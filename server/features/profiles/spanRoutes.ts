/** Routes for all profiles of a kind in a window of a target, merged: the same answers as for one profile. */
import { Router } from 'express';
import { spanId, type ProfileSpan } from '../../../core/profileSpan.ts';
import { serve, serveResult } from '../../kernel/http/route.ts';
import { answerOf, ONE_VIEWS, profileAnswers } from './profileAnswers.ts';
import type { ProfileNeeds } from './profileNeeds.ts';

export interface SpanNeeds extends ProfileNeeds {
  /** Returns the target's window of a request; throws if there is none. */
  window: (
    name: string, asked: { start?: number; end?: number }
  ) => Promise<{ target: { name: string }; query: { startMs: number; endMs: number } }>;
}

export function spanRoutes(deps: SpanNeeds): Router {
  const router = Router();
  const answers = profileAnswers(deps);

  serveResult(router, 'GET /targets/{target}/profile', async ({ path, query }) => (
    deps.profiles.span(await spanOf(deps.window, path.target, query))
  ));

  for (const view of ONE_VIEWS) {
    const answer = answerOf(answers, view);
    serve(router, `GET /targets/{target}/profile/${view}`, async ({ path, query: asked }, res) => {
      const { kind, start, end, ...query } = asked;
      await answer(spanId(await spanOf(deps.window, path.target, { kind, start, end })), query, res);
    });
  }
  return router;
}

interface AskedSpan { kind: string; start?: number | undefined; end?: number | undefined }

/** Returns the span of a request; without a start or an end, the default window of the target's panels. */
export async function spanOf(
  window: SpanNeeds['window'], name: string, { kind, start, end }: AskedSpan
): Promise<ProfileSpan> {
  const { target, query: { startMs, endMs } } = await window(name, given({ start, end }));
  return { target: target.name, kind: kind === 'fgprof' ? 'wall' : kind, start: startMs / 1000, end: endMs / 1000 };
}

function given({ start, end }: Omit<AskedSpan, 'kind'>): { start?: number; end?: number } {
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

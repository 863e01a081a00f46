/** Creates, lists and revokes embeds, for users with access to the page. embedOpenRoutes.ts serves the links. */
import { Router, type Request } from 'express';
import type { BenchmarkReport, Embed, EmbedSummary, PictureSubject } from '../../../../core/contract/contract.ts';
import { DRAWN } from '../../../../core/panels.ts';
import type { ApiDeps } from '../http/deps.ts';
import { EMBED_REQUEST, type EmbedRequest } from '../../../../core/contract/questions/bodies.ts';
import { checkRequest } from '../../../../core/contract/questions/check.ts';
import { MAX_JSON_BYTES } from '../../../../core/contract/questions/declaration.ts';
import { readEmbedRequest, type CheckedEmbedRequest } from './embedRequest.ts';
import { baseOf } from '../../../kernel/http/baseUrl.ts';
import { badData, notFound, valueOf } from '../../../kernel/http/errors.ts';
import { serveData } from '../../../kernel/http/route.ts';
import type { Ask, EmbedAnswers } from '../../../features/embeds/embedAnswers.ts';
import { panelOf, targetOf, type KeptAnswer, type KeptEmbed } from '../../../features/embeds/embedRecord.ts';
import { embedLinks, embedSnippets } from '../../../features/embeds/snippets.ts';

const TITLES = { flamegraph: 'Flame graph', diff: 'Diff', benchmark: 'Benchmarks' };

export function embedRoutes(deps: ApiDeps, answers: EmbedAnswers, ask: Ask): Router {
  const router = Router();
  const { store } = deps.embeds;

  serveData(router, 'POST /embeds', async ({ body }, _res, req) => (
    makeEmbed(deps, ask, req, await readBody(body, deps.benchmarks))
  ));

  serveData(router, 'GET /embeds', (_, _res, req) => (
    Promise.all(store.list().map((embed) => embedView(deps, req, embed)))
  ));

  serveData(router, 'DELETE /embeds/{id}', async ({ path: { id } }) => {
    valueOf(await store.remove(id));
    answers.forget(id);
    return null;
  });

  return router;
}

/** `report`: of the requested benchmark. */
export interface AskedEmbed { request: EmbedRequest; report?: BenchmarkReport }

/** Parses a small body here; benchmark outputs and large bodies where they are compared. */
async function readBody(
  bytes: Uint8Array, benchmarks: ApiDeps['benchmarks']
): Promise<AskedEmbed> {
  if (bytes.length > MAX_JSON_BYTES) return valueOf(await benchmarks.compareForEmbed(bytes));
  const checked = checkRequest(EMBED_REQUEST, parsedBody(bytes));
  if ('mistake' in checked) throw badData(checked.mistake);
  const request = checked.value;
  return request.panel === 'benchmark' && request.benchmark !== undefined
    ? valueOf(await benchmarks.compareForEmbed(bytes)) : { request };
}

function parsedBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw badData('The body is not JSON; send an object as /api/v1/openapi.json describes it for this request.');
  }
}

/** Creates an embed; its links use the address that `req` came to. */
export async function makeEmbed(
  deps: ApiDeps, ask: Ask, req: Request, { request, report }: AskedEmbed
): Promise<Embed> {
  const asked = readEmbedRequest(request, deps.now());
  const { answer, scraped } = await firstAnswer(deps, ask, asked, report);
  const { question, theme, frozen, expiresMs } = asked;
  const title = asked.title ?? titleOf(answer.subject);
  const kept = valueOf(
    await deps.embeds.store.add({ title, theme, frozen, createdMs: deps.now(), expiresMs, scraped, question }, answer)
  );
  return embedView(deps, req, kept);
}

/** Returns the current answer, which shows that there is one. */
async function firstAnswer(
  deps: ApiDeps, ask: Ask, { question, frozen }: CheckedEmbedRequest, report?: BenchmarkReport
): Promise<{ answer: KeptAnswer; scraped: boolean }> {
  const takenMs = deps.now();
  if (report !== undefined) {
    const subject = { kind: 'benchmark', title: TITLES.benchmark, answer: report } as const;
    return { answer: { subject, dataTimeMs: takenMs, finding: report.finding, takenMs }, scraped: false };
  }
  if (question.kind === 'panel' && await deps.targets.find(question.target) === undefined) {
    const names = (await deps.targets.list()).map(({ name }) => `"${name}"`).join(', ');
    throw notFound(
      `There is no target "${question.target.slice(0, 100)}"; known are ${names === '' ? 'none yet' : names}.`
    );
  }
  const scraped = question.kind === 'panel' && deps.targets.isLive(question.target);
  const { subject, dataTimeMs, finding, empty } = valueOf(await ask({ question, scraped }));
  if (frozen && empty) throw badData(
    'Nothing was recorded in this range, so there is nothing to freeze; choose '
      + 'a range in which the target was recorded.'
  );
  return { answer: { subject, dataTimeMs, finding, takenMs }, scraped };
}

function titleOf(subject: PictureSubject): string {
  if (subject.kind === 'panel') return `${DRAWN[subject.panel].title} of ${subject.target}`;
  return subject.kind === 'benchmark' ? TITLES.benchmark : `${TITLES[subject.kind]}: ${subject.title}`;
}

function embedSummary(deps: ApiDeps, embed: KeptEmbed): EmbedSummary {
  const { id, title, theme, frozen, createdMs, expiresMs } = embed;
  return {
    id, panel: panelOf(embed), target: targetOf(embed), title, theme, frozen, created: createdMs / 1000,
    expires: expiresMs / 1000, keptBytes: deps.embeds.store.keptBytes(id),
  };
}

async function embedView(deps: ApiDeps, req: Request, embed: KeptEmbed): Promise<Embed> {
  const links = embedLinks(baseOf(deps, req), await deps.embeds.store.tokenOf(embed));
  return {
    ...embedSummary(deps, embed), ...links, ...embedSnippets(links, embed.title, deps.config.embed.frameAncestors),
  };
}

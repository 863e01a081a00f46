/** Making, listing and revoking embeds: for who may use the page. What a link itself opens is in embedOpenRoutes.ts. */
import { Router, type Request } from 'express';
import type { Embed, EmbedSummary, PictureSubject } from '../../../core/contract/contract.ts';
import { PANELS } from '../../../core/panels.ts';
import type { ApiDeps } from '../http/deps.ts';
import type { EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import { readEmbedRequest, type CheckedEmbedRequest } from './embedRequest.ts';
import { badData, notFound, sendData, valueOf } from '../http/errors.ts';
import { serve } from '../http/route.ts';
import type { Ask, EmbedAnswers } from '../../embed/embedAnswers.ts';
import { panelOf, targetOf, type KeptAnswer, type KeptEmbed } from '../../embed/embedRecord.ts';
import { embedLinks, embedSnippets } from '../../embed/snippets.ts';

const TITLES = { flamegraph: 'Flame graph', diff: 'Diff', benchmark: 'Benchmarks' };

export function embedRoutes(deps: ApiDeps, answers: EmbedAnswers, ask: Ask): Router {
  const router = Router();
  const { store } = deps.embeds;

  serve(router, 'POST /embeds', async ({ body }, res, req) => {
    sendData(res, await makeEmbed(deps, ask, req, body), 201);
  });

  serve(router, 'GET /embeds', async (_, res, req) => {
    sendData(res, await Promise.all(store.list().map((embed) => embedView(deps, req, embed))));
  });

  serve(router, 'DELETE /embeds/{id}', async ({ path: { id } }, res) => {
    valueOf(await store.remove(id));
    answers.forget(id);
    sendData(res, null);
  });

  return router;
}

/** Makes an embed as `body` asks; its links are for readers of the address `req` came by. */
export async function makeEmbed(deps: ApiDeps, ask: Ask, req: Request, body: EmbedRequest): Promise<Embed> {
  const asked = readEmbedRequest(body, deps.now());
  const { answer, scraped } = await firstAnswer(deps, ask, asked);
  const { question, theme, frozen, expiresMs } = asked;
  const title = asked.title ?? titleOf(answer.subject);
  const kept = valueOf(
    await deps.embeds.store.add({ title, theme, frozen, createdMs: deps.now(), expiresMs, scraped, question }, answer)
  );
  return embedView(deps, req, kept);
}

/** The answer of this moment, which shows that there is one. */
async function firstAnswer(
  deps: ApiDeps, ask: Ask, { question, frozen, texts }: CheckedEmbedRequest
): Promise<{ answer: KeptAnswer; scraped: boolean }> {
  const takenMs = deps.now();
  if (texts !== undefined) {
    const answer = valueOf(
      await deps.benchmarks(new TextEncoder().encode(JSON.stringify({ before: texts.before, after: texts.after })))
    );
    return {
      answer: {
        subject: { kind: 'benchmark', title: TITLES.benchmark, answer }, dataTimeMs: takenMs, finding: answer.finding,
        takenMs, texts,
      },
      scraped: false,
    };
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
  if (subject.kind === 'panel') return `${PANELS[subject.panel].title} of ${subject.target}`;
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

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Scheme and host that readers reach this server by: as configured, else those of the request. A proxy in front
 * reports its scheme in X-Forwarded-Proto; a client that forges it changes only its own answer.
 */
export function baseOf({ config }: Pick<ApiDeps, 'config'>, req: Request): string {
  if (config.embed.externalUrl !== undefined) return config.embed.externalUrl;
  const host = req.headers.host ?? '';
  const scheme = /^https\b/.test(String(req.headers['x-forwarded-proto'] ?? ''))
    || req.headers.origin === `https://${host}` ? 'https' : 'http';
  return `${scheme}://${HOST.test(host) ? host : 'localhost'}`;
}

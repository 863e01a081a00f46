import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_JSON_BYTES, type Declaration } from '../../../../core/contract/questions/declaration.ts';
import { ROUTES } from '../../../../core/contract/questions/routes.ts';
import { fail } from '../../../../core/result.ts';
import type { BenchmarkComparer } from '../../../analysis/benchmarks/comparer.ts';
import { readEmbedOfBench } from '../../../analysis/benchmarks/benchRequest.ts';
import { EmbedAnswers } from '../../../features/embeds/embedAnswers.ts';
import type { ApiDeps } from '../http/deps.ts';
import { RequestError, sendFailure } from '../../../kernel/http/errors.ts';
import { embedRoutes } from './embedRoutes.ts';
import { admit } from '../../../kernel/http/guard.ts';

let server: Server;
let url: string;
const handedOver: number[] = [];
const benchmarks: BenchmarkComparer = {
  compare: () => Promise.resolve(fail('internal', 'not asked')),
  compareForEmbed: (body) => {
    handedOver.push(body.length);
    return Promise.resolve(fail('bad_data', 'compared elsewhere'));
  },
};

beforeAll(async () => {
  const app = express();
  const deps = { embeds: { store: {} }, benchmarks, now: Date.now } as unknown as ApiDeps;
  const ask = () => Promise.reject(new Error('not asked'));
  app.use((_req, res, next) => {
    admit(res, { access: { user: null, role: 'admin', by: 'nothing' } });
    next();
  });
  app.use(embedRoutes(deps, new EmbedAnswers(deps.embeds.store, ask, Date.now), ask));
  app.use(((error, _req, res, next) => {
    if (error instanceof RequestError) sendFailure(res, error.failure);
    else next(error);
  }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/embeds`;
});
afterAll(() => { server.close(); });

const post = async (body: string): Promise<{ status: number; error: string }> => {
  const answer = await fetch(url, { method: 'POST', body });
  const { error } = await answer.json() as { error: string };
  return { status: answer.status, error };
};
const large = 'x'.repeat(2_000_000);

/** A body that is declared and begun. `isRead`: the server asked for the rest. */
function begin(bytes: number): { status: Promise<number | undefined>; isRead: Promise<void>; leave: () => void } {
  const headers = { 'content-length': bytes, 'expect': '100-continue' };
  const sent = request(url, { method: 'POST', agent: false, headers });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  return {
    status: new Promise((resolve) => { sent.once('response', (answer) => { resolve(answer.statusCode); }); }),
    isRead: new Promise((resolve) => { sent.once('continue', resolve); }),
    leave: () => { sent.destroy(); },
  };
}

describe('bodies of JSON', () => {
  it('are small, but for those that a worker reads', () => {
    for (const [key, declared] of Object.entries<Declaration>(ROUTES)) {
      const { body } = declared;
      if (body !== undefined && 'json' in body && body.inWorker !== true)
        expect(body.maxBytes, key).toBeLessThanOrEqual(MAX_JSON_BYTES);
    }
  });

  it('that are large are not parsed in the thread that answers', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await post(JSON.stringify({ panel: 'benchmark', benchmark: { before: large, after: 'y' } }));
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(answer).toMatchObject({ status: 400, error: 'compared elsewhere' });
    expect(longest).toBeLessThan(MAX_JSON_BYTES);
    expect(handedOver.at(-1)).toBeGreaterThan(2_000_000);
  });

  it('that are large are refused by their declared size, unread, while others are on their way', async () => {
    const begun = [1, 2].map(() => begin(14_000_000));
    await Promise.all(begun.map(({ isRead }) => isRead));
    const refused = begin(14_000_000);
    expect(await refused.status).toBe(409);
    for (const one of [...begun, refused]) one.leave();
    await expect.poll(async () => (await post('x'.repeat(14_000_000))).status).toBe(400);
  });

  it('that are small have their mistakes said here', async () => {
    expect((await post('{')).error).toMatch(/^The body is not JSON/);
    expect((await post('')).error).toMatch(/^The body is not JSON/);
    expect((await post('{}')).error).toMatch(/"panel" must be one of/);
    expect((await post('{"panel":"benchmark"}')).error).toMatch(/"benchmark" is missing/);
  });

  it('are refused when they are large and not for a benchmark', () => {
    const body = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
    expect(readEmbedOfBench(body({ panel: 'gc-cpu', target: 'x', benchmark: { before: large, after: '' } })))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    const read = readEmbedOfBench(body({ panel: 'benchmark', benchmark: { before: 'a', after: 'b' }, title: 'T' }));
    expect(read).toMatchObject({
      ok: true,
      value: { request: { title: 'T', benchmark: { before: '', after: '' } }, texts: [{ text: 'a' }, { text: 'b' }] },
    });
    expect(readEmbedOfBench(Buffer.from('{'))).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { Router } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BENCHMARK_REQUEST } from '../../../../core/contract/questions/benchmarkBody.ts';
import {
  CAPTURE_REQUEST, EMBED_REQUEST, NOTE_REQUEST, type EmbedRequest,
} from '../../../../core/contract/questions/bodies.ts';
import { checkBody, checkRequest } from '../../../../core/contract/questions/check.ts';
import type { Declaration } from '../../../../core/contract/questions/declaration.ts';
import { OWN_ROUTES, ROUTES, type RouteKey } from '../../../../core/contract/questions/routes.ts';
import { readEmbedRequest } from '../embeds/embedRequest.ts';
import { RequestError, sendFailure } from '../../../kernel/http/errors.ts';
import { serve } from '../../../kernel/http/route.ts';
import { admit } from '../../../kernel/http/guard.ts';

/** Pictures first: else `gc-cpu.svg` is the name of a panel. */
const ALL = (Object.entries({ ...ROUTES, ...OWN_ROUTES }) as [RouteKey, Declaration][])
  .toSorted(([a], [b]) => Number(/\.(svg|png)$/.test(b)) - Number(/\.(svg|png)$/.test(a)));
let server: Server;
let base: string;

beforeAll(async () => {
  const router = Router();
  // Each handler reads its query and body, like real ones.
  for (const [key] of ALL) serve(router, key, (asked: { query: unknown; body: unknown }, res) => {
    res.json({ asked: [asked.query, typeof asked.body] });
  });
  const app = express();
  app.set('query parser', 'simple');
  app.use((_req, res, next) => {
    admit(res, { access: { user: null, role: 'admin', by: 'nothing' } });
    next();
  }, router);
  app.use(((error, _req, res, next) => {
    if (error instanceof RequestError) sendFailure(res, error.failure);
    else next(error);
  }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => { server.close(); });

async function asked(key: string, query: string, body?: object): Promise<{ status: number; error?: string }> {
  const [method = '', path = ''] = key.split(' ');
  const answer = await fetch(`${base}${path.replace(/\{\w+\}/g, 'a')}?${query}`, {
    method, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { error } = await answer.json() as { error?: string };
  return { status: answer.status, ...(error === undefined ? {} : { error }) };
}

describe('a parameter that a route does not declare', () => {
  it('is refused by every route of the API, with what it takes; ignored where others write the address', async () => {
    const open: string[] = [];
    for (const [key, { query = {}, openQuery }] of ALL) {
      const { error = '', status } = await asked(key, 'qqqqqqqq=');
      if (openQuery === true) {
        open.push(key);
        expect(error, key).not.toContain('qqqqqqqq');
        continue;
      }
      const known = Object.keys(query).sort();
      expect({ key, status, error }).toEqual({
        key, status: 400,
        error: `Unknown parameter "qqqqqqqq"; ${known.length === 0 ? 'no parameter is taken here'
          : `known here: ${known.join(', ')}`}.`,
      });
    }
    expect(open.toSorted()).toEqual(Object.keys(OWN_ROUTES).toSorted());
  });

  it('is told with what was meant', async () => {
    expect(await asked('GET /targets/{target}/findings', 'strat=1')).toMatchObject(
      { status: 400, error: 'Unknown parameter "strat" (did you mean "start"?); known here: asOf, end, start, step.' }
    );
    expect(await asked('GET /profiles/{id}/top', 'min_ratio=1&focus=a')).toMatchObject({ status: 400 });
    expect(await asked('GET /targets', '__proto__=1&constructor=2')).toMatchObject({ status: 400 });
    expect(await asked('GET /oembed', 'url=x&format=json&maxwidth=5&discovery=1')).toMatchObject({ status: 200 });
    expect(await asked('GET /embed/{token}', 'utm_source=wiki')).toMatchObject({ status: 200 });
  });
});

const A = 'a'.repeat(64);

describe('a key that a body does not have', () => {
  it('is refused by every route that takes JSON', async () => {
    const keys = ALL.filter(([, { body }]) => body !== undefined && 'json' in body && body.inWorker !== true);
    expect(keys.length).toBeGreaterThan(2);
    for (const [key] of keys)
      expect(await asked(key, '', { qqqqqqqq: null }), key)
        .toMatchObject({ status: 400, error: expect.stringMatching(/^Unknown key "qqqqqqqq"; known/) as string });
  });

  it.each([
    [CAPTURE_REQUEST, { kind: 'cpu', second: 5 }, /^Unknown key "second" \(did you mean "seconds"\?\); known here: a/],
    [CAPTURE_REQUEST, { kin: 'cpu' }, /^Unknown key "kin" \(did you mean "kind"\?\)/],
    [EMBED_REQUEST, { panel: 'memory', range: { lst: '1h' } }, /^Unknown key "range\.lst" \(did you mean "range\.las/],
    [EMBED_REQUEST, { panel: 'memory', range: { start: 1, end: 2, foo: 3 } }, /^Unknown key "range\.foo"; known/],
    [EMBED_REQUEST, { panel: 'diff', diff: { before: [A], aftr: [A] } }, /"diff\.aftr" \(did you mean "diff\.after"/],
    [BENCHMARK_REQUEST, { files: [{ name: 'a', text: 'b' }, { name: 'a', txt: 'b' }] }, /"files\.1\.txt" \(di/],
    [NOTE_REQUEST, { time: 1, text: 'a', id: 'x' }, /^Unknown key "id"; known here: author, endTime, text, time\.$/],
    [NOTE_REQUEST, JSON.parse('{"__proto__":1}') as object, /^Unknown key "__proto__"/],
  ])('is told before all else, inside lists and objects too (%#)', (schema, body, mistake) => {
    const checked = checkRequest(schema, body);
    expect('mistake' in checked ? checked.mistake : null).toMatch(mistake);
  });

  it('is no mistake where the keys are free, and in what was stored', () => {
    const embed: EmbedRequest = { panel: 'flamegraph', profile: { ids: [A], query: { focus: 'x' } } };
    expect(checkRequest(EMBED_REQUEST, embed)).toEqual({ value: embed });
    expect(readEmbedRequest(embed, 0).question).toMatchObject({ query: { focus: 'x' } });
    expect(checkRequest(EMBED_REQUEST, { panel: 'gc-cpu', target: null, range: null })).toHaveProperty('value');
    expect(checkRequest(NOTE_REQUEST, [])).toHaveProperty('mistake');
    expect(checkBody(NOTE_REQUEST, { time: 1, text: 'a', id: 'x' })).toHaveProperty('value');
  });

  it('is refused among the parameters of a flame graph too', () => {
    const embed: EmbedRequest = { panel: 'flamegraph', profile: { ids: [A], query: { focs: 'x' } } };
    expect(() => readEmbedRequest(embed, 0)).toThrow(/^Unknown parameter "focs" \(did you mean "focus"\?\)/);
  });
});

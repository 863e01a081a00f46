import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendFailure } from './errors.ts';
import { withRequestId } from './requestId.ts';

let server: Server;
let url = '';

beforeAll(async () => {
  const app = express().use(withRequestId).get('/', (_req, res) => {
    sendFailure(res, { errorType: 'busy', message: 'No.' });
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => { server.close(); });

async function asked(id?: string): Promise<{ header: string | null; body: unknown }> {
  const answer = await fetch(url, id === undefined ? {} : { headers: { 'X-Request-Id': id } });
  return { header: answer.headers.get('x-request-id'), body: await answer.json() };
}

describe('the id of a request', () => {
  it('is the client\'s, in the header and in an error', async () => {
    const { header, body } = await asked('a1b2-c3:d4/e5');
    expect(header).toBe('a1b2-c3:d4/e5');
    expect(body).toEqual({ status: 'error', errorType: 'busy', error: 'No.', requestId: 'a1b2-c3:d4/e5' });
  });

  it.each([
    ['none', undefined], ['one that a log would take for more', 'a level=error'], ['markup', '<b>'],
    ['one that is far too long', 'x'.repeat(129)], ['an empty one', ''],
  ])('is made for %s, another one each time', async (_what, id) => {
    const [one, two] = [await asked(id), await asked(id)];
    expect(one.header).toMatch(/^[0-9a-f]{16}$/);
    expect(one.header).not.toBe(two.header);
    expect(one.body).toMatchObject({ requestId: one.header });
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response as Answer } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { Draining } from './draining.ts';
import { withRequestId } from './requestId.ts';

let server: Server;
let url = '';
let draining: Draining;
let waiting: Answer[] = [];

beforeEach(async () => {
  draining = new Draining(systemClock);
  waiting = [];
  const app = express().use(withRequestId, draining.track);
  app.get('/slow', (_req, res) => { waiting.push(res); });
  app.get('/half', (_req, res) => { res.write('begun'); waiting.push(res); });
  app.get('/stream', (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    res.write('data: 1\n\n');
    waiting.push(res);
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => { server.close(); server.closeAllConnections(); });

async function opened(path: string): Promise<{ answer: Promise<Response>; res: Answer }> {
  const before = waiting.length;
  const answer = fetch(url + path);
  await expect.poll(() => waiting.length).toBe(before + 1);
  return { answer, res: waiting.at(-1) as Answer };
}

describe('a stop', () => {
  it('lets a request that is being answered end, and waits for it', async () => {
    const { answer, res } = await opened('/slow');
    let isDrained = false;
    const drained = draining.drain(60_000).then(() => { isDrained = true; });
    await new Promise((resume) => setTimeout(resume, 20));
    expect(isDrained).toBe(false);
    res.json({ done: true });
    expect((await answer).headers.get('connection')).toBe('close');
    expect(await (await answer).json()).toEqual({ done: true });
    await drained;
  });

  it('refuses in words what takes too long, and what comes afterwards', async () => {
    const { answer, res } = await opened('/slow');
    await draining.drain(1);
    for (const refused of [await answer, await fetch(`${url}/slow`)]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3']);
      expect(await refused.json()).toMatchObject({
        status: 'error', errorType: 'unavailable', error: 'tsdbscope is stopping; ask again once it runs.',
      });
    }
    expect(res.writableEnded).toBe(true);
  });

  it('ends event streams whole, whatever is written to them afterwards', async () => {
    const { answer, res } = await opened('/stream');
    const drained = draining.drain(60_000);
    res.write('data: 2\n\n');
    await drained;
    expect(await (await answer).text()).toBe('data: 1\n\n');
  });

  it('cuts off an answer that has begun and does not end', async () => {
    const { answer } = await opened('/half');
    await draining.drain(1);
    await expect((await answer).text()).rejects.toThrow();
  });

  it('is over at once where nothing is open', async () => {
    await draining.drain(60_000);
  });
});

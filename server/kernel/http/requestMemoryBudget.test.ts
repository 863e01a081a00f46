import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { RequestError } from './errors.ts';
import { HeldBytes, holdBody } from './requestMemoryBudget.ts';
import { readUploads } from './uploads.ts';

interface Played { req: Request; end: () => void }

function request(bytes: number, headers: Record<string, string> = {}): Played {
  const res = Object.assign(new EventEmitter(), { destroyed: false });
  const req = Object.assign(Readable.from([Buffer.alloc(bytes)]), { headers, res }) as unknown as Request;
  return { req, end: () => { res.emit('close'); } };
}

const busy = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof RequestError ? error.failure.errorType : error;
  }
};

describe('bodies in memory', () => {
  it('of many requests together are refused past the bound, and taken again once others are answered', async () => {
    const held = new HeldBytes(250);
    const requests = [request(100), request(100), request(100)];
    for (const { req } of requests.slice(0, 2)) expect(await readUploads(req, 'p', { held })).toHaveLength(1);
    const refused = await readUploads(request(100).req, 'p', { held }).catch((error: unknown) => error);
    expect(
      (refused as RequestError).failure
    ).toEqual({ errorType: 'busy', message: 'Too many large uploads are in progress; try again in a moment.' });
    requests[0]?.end();
    expect(await readUploads(requests[2]?.req ?? request(0).req, 'p', { held })).toHaveLength(1);
  });

  it('that came in pieces are given back whole, a refused piece is not counted', () => {
    const held = new HeldBytes(250);
    const one = request(0);
    for (let piece = 0; piece < 5; piece++) held.take(one.req, 50);
    expect(busy(() => { held.take(one.req, 50); })).toBe('busy');
    // Its end is not waited for: a refused client may go on sending for long.
    const other = request(0);
    expect(busy(() => { held.take(other.req, 250); })).toBeNull();
    one.end();
    expect(busy(() => { held.take(request(0).req, 1); })).toBe('busy');
    other.end();
    // Refused from its first byte on, and then told of another part of the form.
    const late = request(0);
    expect(busy(() => { held.take(late.req, 251); })).toBe('busy');
    expect(busy(() => { held.take(late.req, 10); })).toBeNull();
    late.end();
    expect(busy(() => { held.take(request(0).req, 250); })).toBeNull();
  });

  it.each([
    ['declared', { 'content-length': '60' }, 4],
    ['compressed', { 'content-length': '6', 'content-encoding': 'gzip' }, 2], ['not declared', {}, 2],
  ])(
    'are counted before they come: %s', (_name, headers, room) => {
      const held = new HeldBytes(250);
      const taken = Array.from(
        { length: 10 },
        () => busy(() => { void holdBody(100, held)(request(0, headers).req, {} as never, () => undefined); })
      );
      expect(taken.filter((each) => each === null)).toHaveLength(room);
    });
});

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Note } from '../../../core/contract/contract.ts';
import { RequestError, sendFailure } from '../../kernel/http/errors.ts';
import { admit } from '../../kernel/http/guard.ts';
import { noteRoutes } from './noteRoutes.ts';
import { NoteStore } from './noteStore.ts';

const START = 1_795_190_400;
let folder: string;
let server: Server;
let notesUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  const notes = await NoteStore.open(folder, (problem) => { throw new Error(problem); });
  for (const [at, text] of [[0, 'before'], [60, 'at the start'], [90, 'within'], [200, 'after']] as const)
    expect((await notes.add('prom', { time: START + at, text }, START * 1000)).ok).toBe(true);
  const app = express().set('query parser', 'simple').use((_req, res, next) => {
    admit(res, { access: { user: null, role: 'admin', by: 'nothing' }, now: () => 0 });
    next();
  }, noteRoutes({ notes, find: (name) => Promise.resolve({ name }), now: () => START * 1000 }));
  app.use(((error, _req, res, next) => {
    if (error instanceof RequestError) sendFailure(res, error.failure);
    else next(error);
  }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  notesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/targets/prom/notes`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function texts(query: string): Promise<string[]> {
  const { data } = await (await fetch(`${notesUrl}${query}`)).json() as { data: Note[] };
  return data.map(({ text }) => text);
}

it('lists the notes of a window of Unix seconds, or all', async () => {
  expect(await texts(`?start=${START + 60}&end=${START + 100}`)).toEqual(['at the start', 'within']);
  expect(await texts(`?start=${START + 90}`)).toEqual(['within', 'after']);
  expect(await texts('')).toHaveLength(4);
});

it('refuses a window that ends before it starts', async () => {
  const answer = await fetch(`${notesUrl}?start=${START + 100}&end=${START}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('must not be earlier');
});

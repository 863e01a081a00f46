import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fail } from '../../../core/result.ts';
import { Incidents } from './incidents/incidents.ts';
import type { IncidentSources } from './incidents/incidentExport.ts';
import { asker } from '../../kernel/threads/requestContext.ts';
import { runInClientContext } from '../../kernel/http/askedFor.ts';
import type { TargetRouteDeps } from './targetParts.ts';
import { incidentRoutes } from './incidentRoutes.ts';
import { recordingRoutes } from './recordingRoutes.ts';
import { admit } from '../../kernel/http/guard.ts';

const folder = mkdtempSync(join(tmpdir(), 'imports-'));
let server: Server;
/** Told when an import has its upload, and when its client has left. */
let began = (): void => undefined;
let left: Promise<void>;
let ended: (seen: { isAborted: boolean; client: string }) => void;

/** Goes on until its client left, and tells on whose behalf it then runs. */
async function importing(): Promise<ReturnType<typeof fail>> {
  began();
  await left;
  const { client, signal } = asker();
  ended({ isAborted: signal.aborted, client });
  return fail('bad_data', 'not needed');
}

beforeAll(async () => {
  const deps = {
    uploadDir: folder, now: () => 0, targets: { find: () => Promise.resolve(undefined) },
    data: { importRecording: importing },
    incidents: new Incidents({ folder } as IncidentSources, importing),
  } as unknown as TargetRouteDeps;
  const app = express().use((_req, res, next) => {
    left = new Promise((resolve) => { res.once('close', resolve); });
    admit(res, { access: { user: null, role: 'admin', by: 'nothing' } });
    next();
  }, runInClientContext, recordingRoutes(deps), incidentRoutes(deps));
  app.use(((_error, _req, res, _next) => { res.end(); }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['/recordings', '/incidents', '/debug-bundles'])('an import by %s goes on without its client', async (path) => {
  const begun = new Promise<void>((resolve) => { began = resolve; });
  const seen = new Promise((resolve) => { ended = resolve; });
  const { port } = server.address() as AddressInfo;
  const client = request({ port, host: '127.0.0.1', path, method: 'POST' });
  client.on('error', () => undefined);
  client.end('a file');
  await begun;
  client.destroy();
  expect(await seen).toEqual({ isAborted: false, client: '127.0.0.1' });
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

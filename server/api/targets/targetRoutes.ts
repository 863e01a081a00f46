import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Router, type Request } from 'express';
import type { PanelName, Target } from '../../../core/contract/contract.ts';
import { isPanelName, PANEL_NAMES } from '../../../core/panels.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, notFound, sendData, sendResult, valueOf } from '../http/errors.ts';
import { sendPanel } from './panelTables.ts';
import { durationMs, text, timeMs } from '../http/queryParameters.ts';
import type { PanelQuery } from '../../store/dataStore.ts';

const MAX_SAMPLE_VALUES = 2_000_000;

export function targetRoutes(deps: ApiDeps): Router {
  const router = Router();

  router.get('/targets', async (_req, res) => {
    sendData(res, await deps.targets.list());
  });

  router.get('/targets/:target', async (req, res) => {
    sendData(res, await findTarget(deps, req));
  });

  router.delete('/targets/:target', async (req, res) => {
    const target = await findTarget(deps, req);
    if (deps.targets.isLive(target.name)) {
      throw badData(`"${target.name}" is being scraped; only recordings can be removed.`);
    }
    valueOf(await deps.data.removeTarget(target.name));
    sendData(res, valueOf(await deps.notes.removeTarget(target.name)));
  });

  router.get('/targets/:target/panels/:panel', async (req, res) => {
    const panel = panelNamed(req.params.panel);
    sendPanel(req, res, valueOf(await deps.panels.panel(panel, await panelQuery(deps, req))));
  });

  router.get('/targets/:target/findings', async (req, res) => {
    sendData(res, valueOf(await deps.panels.findings(await panelQuery(deps, req))));
  });

  router.get('/targets/:target/host', async (req, res) => {
    sendData(res, valueOf(await deps.data.host(await panelQuery(deps, req))));
  });

  router.get('/targets/:target/samples', async (req, res) => {
    const match = text(req, 'match', 10_000);
    if (match === undefined) throw badData('"match" is missing; give a series selector such as match=go_goroutines.');
    const query = await panelQuery(deps, req);
    sendResult(res, await deps.data.samples(query.target, match, query.startMs, query.endMs, MAX_SAMPLE_VALUES));
  });

  router.get('/targets/:target/recording', async (req, res) => {
    const query = await panelQuery(deps, req);
    const file = join(deps.uploadDir, `${randomUUID()}.ndjson.gz`);
    try {
      valueOf(await deps.data.exportRecording(query.target, query.startMs, query.endMs, file));
      const name = `${query.target.replace(/[^A-Za-z0-9._-]+/g, '-')}.ndjson.gz`;
      await new Promise<void>((resolve, reject) => {
        res.type('application/gzip').download(file, name, (error) => { if (error) reject(error); else resolve(); });
      });
    } finally {
      await rm(file, { force: true });
    }
  });

  return router;
}

export function panelNamed(word: string): PanelName {
  if (isPanelName(word)) return word;
  throw notFound(`There is no panel "${word.slice(0, 60)}"; panels are ${PANEL_NAMES.join(', ')}.`);
}

export async function findTarget(deps: ApiDeps, req: Request<{ target: string }>): Promise<Target> {
  const target = await deps.targets.find(req.params.target);
  if (target !== undefined) return target;
  const names = (await deps.targets.list()).map((known) => `"${known.name}"`).join(', ');
  throw notFound(`There is no target "${req.params.target.slice(0, 100)}"; known are ${names === '' ? 'none yet' : names}.`);
}

async function panelQuery(deps: ApiDeps, req: Request<{ target: string }>): Promise<PanelQuery> {
  return windowQuery(deps, req, await findTarget(deps, req));
}

export function windowMistake(target: Target): string {
  return `"end" must be later than "start"; left out, it is ${target.state === 'recorded' ? 'where the recording ends' : 'now'}.`;
}

/** The window that the request's `start`, `end` and `step` mean for a target. */
export function windowQuery(deps: ApiDeps, req: Request, target: Target): PanelQuery {
  const query = deps.targets.panelQuery(target, timeMs(req, 'start'), timeMs(req, 'end'), durationMs(req, 'step'));
  if (query === null) throw badData(windowMistake(target));
  return query;
}


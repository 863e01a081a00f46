import { Router } from 'express';
import type { PanelName } from '../../../core/contract/contract.ts';
import { isPanelName, PANEL_NAMES } from '../../../core/panels.ts';
import type { TargetRouteDeps } from './targetParts.ts';
import { badData, notFound, sendData, sendResult, sendStream, valueOf } from '../../kernel/http/errors.ts';
import { sendPanel } from './panelTables.ts';
import { serve } from '../../kernel/http/route.ts';
import { findTarget, unknownTarget } from './answers/askedTarget.ts';
import { windowQuery, type Judged } from './answers/askedWindow.ts';
import { fileWord, OPEN_METRICS_TYPE, PARQUET_TYPE } from '../../kernel/http/tableFormats.ts';
import type { PanelQuery } from '../../data/store/dataStore.ts';

const MAX_SAMPLE_VALUES = 2_000_000;
const EXPORTS = {
  openmetrics: { ending: 'om.txt', type: OPEN_METRICS_TYPE }, parquet: { ending: 'parquet', type: PARQUET_TYPE },
};

export function targetRoutes(deps: TargetRouteDeps): Router {
  const router = Router();

  serve(router, 'GET /fleet', async ({ query }, res) => {
    sendData(res, valueOf(await deps.fleet.answer({ startMs: query.start, endMs: query.end })));
  });

  serve(router, 'GET /targets', async (_, res) => {
    sendData(res, await deps.targets.list());
  });

  serve(router, 'GET /targets/{target}', async ({ path }, res) => {
    sendData(res, await findTarget(deps, path.target));
  });

  serve(router, 'DELETE /targets/{target}', async ({ path }, res) => {
    const target = await findTarget(deps, path.target);
    if (deps.targets.isLive(target.name)) {
      throw badData(`"${target.name}" is being scraped; only recordings can be removed.`);
    }
    valueOf(await deps.data.removeTarget(target.name));
    sendData(res, valueOf(await deps.notes.removeTarget(target.name)));
  });

  serve(router, 'GET /targets/{target}/panels/{panel}', async ({ path, query: asked }, res) => {
    const panel = panelNamed(path.panel);
    const query = await panelQuery(deps, path.target, asked);
    sendPanel(res, await deps.panels.panel(panel, query), { ...asked, name: `${path.target}-${panel}` });
  });

  serve(router, 'GET /targets/{target}/findings', async ({ path, query }, res) => {
    sendResult(res, await deps.panels.findings(await panelQuery(deps, path.target, query)));
  });

  serve(router, 'GET /targets/{target}/lines', async ({ path, query }, res) => {
    sendResult(res, await deps.data.lines(await panelQuery(deps, path.target, query)));
  });

  serve(router, 'GET /targets/{target}/cpu-by-subsystem', async ({ path, query }, res) => {
    sendData(res, valueOf(await deps.panels.cpuBySubsystem(await panelQuery(deps, path.target, query))));
  });

  serve(router, 'GET /targets/{target}/spikes', async ({ path, query: asked }, res) => {
    sendResult(res, await deps.panels.spikes(await panelQuery(deps, path.target, asked)));
  });

  serve(router, 'GET /targets/{target}/host', async ({ path, query }, res) => {
    sendResult(res, await deps.data.host(await panelQuery(deps, path.target, query)));
  });

  serve(router, 'GET /targets/{target}/cardinality', async ({ path, query: asked }, res) => {
    const { target, startMs, endMs } = await panelQuery(deps, path.target, { ...asked, step: undefined });
    sendData(res, await deps.head.look(target, deps.targets.scraper(target), { startMs, endMs }));
  });

  serve(router, 'GET /targets/{target}/trains', async ({ path, query: asked }, res) => {
    const query = await panelQuery(deps, path.target, { ...asked, step: undefined });
    const read = valueOf(await deps.data.ruleGroups(query));
    sendData(res, deps.trains.answer(query, deps.targets.scraper(query.target), read));
  });

  serve(router, 'GET /targets/{target}/queries', async ({ path }, res) => {
    const { name } = await findTarget(deps, path.target);
    sendData(res, deps.queryLists.answer(name, deps.targets.scraper(name)));
  });

  serve(router, 'GET /targets/{target}/samples', async ({ path, query: asked }, res) => {
    const query = await panelQuery(deps, path.target, asked);
    const { startMs, endMs } = query;
    const range = { startMs, endMs, limitValues: MAX_SAMPLE_VALUES };
    const samples = valueOf(await deps.data.samples(query.target, asked.match, range));
    res.status(200).type('json');
    res.write('{"status":"success","data":');
    await sendStream(res, samples, '}');
  });

  serve(router, 'GET /targets/{target}/recording', async ({ path, query: asked }, res) => {
    const query = await panelQuery(deps, path.target, asked);
    const recording = valueOf(await deps.data.exportRecording(query.target, query.startMs, query.endMs));
    res.attachment(`${fileWord(query.target)}.ndjson.gz`);
    await sendStream(res.type('application/gzip'), recording);
  });

  serve(router, 'GET /targets/{target}/export', async ({ path, query: { format, match = null, ...asked } }, res) => {
    const { target, startMs, endMs } = await panelQuery(deps, path.target, asked);
    const samples = valueOf(await deps.data.exportSamples({ target, startMs, endMs, match, format }));
    const { ending, type } = EXPORTS[format];
    await sendStream(res.attachment(`${fileWord(target)}.${ending}`).type(type), samples);
  });

  return router;
}

export function panelNamed(word: string): PanelName {
  if (isPanelName(word)) return word;
  throw notFound(`There is no panel "${word.slice(0, 60)}"; panels are ${PANEL_NAMES.join(', ')}.`);
}

async function panelQuery(deps: TargetRouteDeps, target: string, asked: Judged): Promise<PanelQuery> {
  return windowQuery(deps, asked, await deps.targets.asked(target) ?? await unknownTarget(deps, target));
}

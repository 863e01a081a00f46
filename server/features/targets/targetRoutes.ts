import { Router } from 'express';
import type { PanelName } from '../../../core/contract/contract.ts';
import { isPanelName, PANEL_NAMES } from '../../../core/panels.ts';
import type { TargetRouteDeps } from './targetParts.ts';
import { badData, notFound, sendData, sendStream, valueOf } from '../../kernel/http/errors.ts';
import { sendPanel } from './panelTables.ts';
import { serve, serveData, serveResult } from '../../kernel/http/route.ts';
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
  const ofWindow = <T>(answer: (query: PanelQuery) => Promise<T>) => (
    async ({ path, query }: { path: { target: string }; query: Judged }): Promise<T> => (
      answer(await panelQuery(deps, path.target, query))
    )
  );

  serveResult(router, 'GET /fleet', ({ query }) => deps.fleet.answer({ startMs: query.start, endMs: query.end }));
  serveData(router, 'GET /targets', () => deps.targets.list());
  serveData(router, 'GET /targets/{target}', ({ path }) => findTarget(deps, path.target));

  serveResult(router, 'DELETE /targets/{target}', async ({ path }) => {
    const target = await findTarget(deps, path.target);
    if (deps.targets.isLive(target.name)) {
      throw badData(`"${target.name}" is being scraped; only recordings can be removed.`);
    }
    valueOf(await deps.data.removeTarget(target.name));
    return deps.notes.removeTarget(target.name);
  });

  serve(router, 'GET /targets/{target}/panels/{panel}', async ({ path, query: asked }, res) => {
    const panel = panelNamed(path.panel);
    const query = await panelQuery(deps, path.target, asked);
    sendPanel(res, await deps.panels.panel(panel, query), { ...asked, name: `${path.target}-${panel}` });
  });

  serveResult(router, 'GET /targets/{target}/findings', ofWindow((query) => deps.panels.findings(query)));
  serveResult(router, 'GET /targets/{target}/lines', ofWindow((query) => deps.data.lines(query)));
  serveResult(router, 'GET /targets/{target}/cpu-by-subsystem', ofWindow((query) => deps.panels.cpuBySubsystem(query)));
  serveResult(router, 'GET /targets/{target}/spikes', ofWindow((query) => deps.panels.spikes(query)));
  serveResult(router, 'GET /targets/{target}/host', ofWindow((query) => deps.data.host(query)));

  serveData(router, 'GET /targets/{target}/cardinality', async ({ path, query: asked }) => {
    const { target, startMs, endMs } = await panelQuery(deps, path.target, { ...asked, step: undefined });
    return deps.head.look(target, deps.targets.scraper(target), { startMs, endMs });
  });

  serve(router, 'GET /targets/{target}/trains', async ({ path, query: asked }, res) => {
    const query = await panelQuery(deps, path.target, { ...asked, step: undefined });
    const read = valueOf(await deps.data.ruleGroups(query));
    sendData(res, deps.trains.answer(query, deps.targets.scraper(query.target), read));
  });

  serveData(router, 'GET /targets/{target}/queries', async ({ path }) => {
    const { name } = await findTarget(deps, path.target);
    return deps.queryLists.answer(name, deps.targets.scraper(name));
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

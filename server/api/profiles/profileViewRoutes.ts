/** Callers, lines, tags, subsystems and call graph, of a profile and of a diff. */
import { Router, type Response } from 'express';
import type {
  CallersTable, DiffCallersTable, DiffTagsTable, DiffTracesTable, TagsTable, TracesTable,
} from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { MAX_GRAPH_NODES } from '../../../core/contract/questions/profileRoutes.ts';
import type { DiffQuery, ProfileQuery, ViewQuestion } from '../../store/files/profileCatalog.ts';
import type { ApiDeps } from '../http/deps.ts';
import { sendResult, valueOf } from '../http/errors.ts';
import { profileQuery, textQuestion } from './profileQuery.ts';
import {
  callersCells, diffCallersCells, diffLinesCells, diffSubsystemCells, diffTagsCells, diffTracesCells, linesCells,
  subsystemCells, tagsCells, tracesCells,
} from './profileTables.ts';
import { serve } from '../http/route.ts';
import { fileWord, sendTable } from '../http/tableFormats.ts';

type Report = NonNullable<ViewQuestion['report']>;

export function profileViewRoutes({ profiles }: ApiDeps): Router {
  const router = Router();

  const fileOf = async (view: string, id: string): Promise<string> =>
    `${view}-${fileWord(valueOf(await profiles.get(id)).name)}`;
  const text = (id: string, query: ProfileQuery & ViewQuestion, report: Report) => (): Promise<Result<string>> => (
    profiles.view('text', id, { ...profileQuery(query), ...textQuestion(query, report) })
  );
  const diffText = (query: DiffQuery & ViewQuestion, report: Report) => (): Promise<Result<string>> => (
    profiles.diffView('text', { ...profileQuery(query), ...textQuestion(query, report) })
  );

  serve(router, 'GET /profiles/{id}/callers', async ({ path: { id }, query }, res) => {
    const data = (): Promise<Result<CallersTable>> => profiles.view('callers', id, profileQuery(query));
    await sendTable(
      res, query.format,
      { file: await fileOf('callers', id), data, cells: callersCells, report: text(id, query, 'peek') }
    );
  });

  serve(router, 'GET /profiles/{id}/lines', async ({ path: { id }, query }, res) => {
    await sendTable(
      res, query.format,
      {
        file: await fileOf('lines', id), data: () => profiles.view('lines', id, profileQuery(query)), cells: linesCells,
      }
    );
  });

  serve(router, 'GET /profiles/{id}/tags', async ({ path: { id }, query }, res) => {
    const data = (): Promise<Result<TagsTable>> => profiles.view('tags', id, profileQuery(query));
    await sendTable(
      res, query.format, { file: await fileOf('tags', id), data, cells: tagsCells, report: text(id, query, 'tags') }
    );
  });

  serve(router, 'GET /profiles/{id}/traces', async ({ path: { id }, query }, res) => {
    const data = (): Promise<Result<TracesTable>> => profiles.view('traces', id, profileQuery(query));
    await sendTable(
      res, query.format,
      { file: await fileOf('traces', id), data, cells: tracesCells, report: text(id, query, 'traces') }
    );
  });

  serve(router, 'GET /profiles/{id}/subsystems', async ({ path: { id }, query }, res) => {
    await sendTable(
      res, query.format,
      {
        file: await fileOf('subsystems', id), data: () => profiles.view('subsystems', id, profileQuery(query)),
        cells: subsystemCells,
      }
    );
  });

  serve(router, 'GET /profiles/{id}/search', async ({ path: { id }, query }, res) => {
    sendResult(res, await profiles.view('search', id, profileQuery(query)));
  });

  serve(router, 'GET /diff/search', async ({ query }, res) => {
    sendResult(res, await profiles.diffView('search', profileQuery(query)));
  });

  serve(router, 'GET /profiles/{id}/graph', async ({ path: { id }, query }, res) => {
    sendGraph(
      res, await fileOf('graph', id),
      valueOf(await profiles.view('graph', id, { ...profileQuery(query), ...graphLimits(query) }))
    );
  });

  serve(router, 'GET /diff/graph', async ({ query }, res) => {
    sendGraph(
      res, 'diff-graph', valueOf(await profiles.diffView('graph', { ...profileQuery(query), ...graphLimits(query) }))
    );
  });

  serve(router, 'GET /diff/callers', async ({ query }, res) => {
    const data = (): Promise<Result<DiffCallersTable>> => profiles.diffView('callers', profileQuery(query));
    await sendTable(
      res, query.format, { file: 'diff-callers', data, cells: diffCallersCells, report: diffText(query, 'peek') }
    );
  });

  serve(router, 'GET /diff/lines', async ({ query }, res) => {
    await sendTable(
      res, query.format,
      { file: 'diff-lines', data: () => profiles.diffView('lines', profileQuery(query)), cells: diffLinesCells }
    );
  });

  serve(router, 'GET /diff/tags', async ({ query }, res) => {
    const data = (): Promise<Result<DiffTagsTable>> => profiles.diffView('tags', profileQuery(query));
    await sendTable(
      res, query.format, { file: 'diff-tags', data, cells: diffTagsCells, report: diffText(query, 'tags') }
    );
  });

  serve(router, 'GET /diff/traces', async ({ query }, res) => {
    const data = (): Promise<Result<DiffTracesTable>> => profiles.diffView('traces', profileQuery(query));
    await sendTable(
      res, query.format, { file: 'diff-traces', data, cells: diffTracesCells, report: diffText(query, 'traces') }
    );
  });

  serve(router, 'GET /diff/subsystems', async ({ query }, res) => {
    await sendTable(
      res, query.format,
      {
        file: 'diff-subsystems', data: () => profiles.diffView('subsystems', profileQuery(query)),
        cells: diffSubsystemCells,
      }
    );
  });

  return router;
}

/** To be seen on the page, or saved under the name. */
function sendGraph(res: Response, file: string, svg: string): void {
  res.set('Content-Disposition', `inline; filename="${file}.svg"`).type('image/svg+xml').send(svg);
}

/** 0 nodes are as many as are drawn at all. */
function graphLimits({ nodecount }: ViewQuestion): ViewQuestion {
  return nodecount === 0 ? { nodecount: MAX_GRAPH_NODES } : {};
}

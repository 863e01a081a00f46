/** Callers, lines, tags, subsystems and call graph, of a profile and of a diff. */
import { Router, type Request, type Response } from 'express';
import type { CallersTable, DiffCallersTable, DiffTagsTable, DiffTracesTable, TagsTable, TracesTable } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { ViewQuestion } from '../../store/files/profileCatalog.ts';
import type { ApiDeps } from '../http/deps.ts';
import { badData, sendResult, valueOf } from '../http/errors.ts';
import { diffQuery, profileQuery, textQuestion } from './profileQuery.ts';
import {
  callersCells, diffCallersCells, diffLinesCells, diffSubsystemCells, diffTagsCells, diffTracesCells, linesCells,
  subsystemCells, tagsCells, tracesCells,
} from './profileTables.ts';
import { ratio, text as textParameter, wholeNumber } from '../http/queryParameters.ts';
import { fileWord, sendTable } from '../http/tableFormats.ts';

const MAX_FUNCTION_LENGTH = 10_000;

export function profileViewRoutes({ profiles }: ApiDeps): Router {
  const router = Router();

  const fileOf = async (view: string, id: string): Promise<string> => `${view}-${fileWord(valueOf(await profiles.get(id)).name)}`;
  const text = (id: string, req: Request, report: NonNullable<ViewQuestion['report']>, more: ViewQuestion = {}) => (): Promise<Result<string>> => (
    profiles.view('text', id, { ...profileQuery(req), ...more, ...textQuestion(req, report) })
  );
  const diffText = (req: Request, report: NonNullable<ViewQuestion['report']>, more: ViewQuestion = {}) => (): Promise<Result<string>> => (
    profiles.diffView('text', { ...diffQuery(req), ...more, ...textQuestion(req, report) })
  );

  router.get('/profiles/:id/callers', async (req, res) => {
    const { id } = req.params;
    const more = functionOf(req);
    const data = (): Promise<Result<CallersTable>> => profiles.view('callers', id, { ...profileQuery(req), ...more });
    await sendTable(req, res, { file: await fileOf('callers', id), data, cells: callersCells, report: text(id, req, 'peek', more) });
  });

  router.get('/profiles/:id/lines', async (req, res) => {
    const { id } = req.params;
    const more = functionOf(req);
    await sendTable(req, res, { file: await fileOf('lines', id), data: () => profiles.view('lines', id, { ...profileQuery(req), ...more }), cells: linesCells });
  });

  router.get('/profiles/:id/tags', async (req, res) => {
    const { id } = req.params;
    const more = labelOf(req);
    const data = (): Promise<Result<TagsTable>> => profiles.view('tags', id, { ...profileQuery(req), ...more });
    await sendTable(req, res, { file: await fileOf('tags', id), data, cells: tagsCells, report: text(id, req, 'tags', more) });
  });

  router.get('/profiles/:id/traces', async (req, res) => {
    const { id } = req.params;
    const data = (): Promise<Result<TracesTable>> => profiles.view('traces', id, profileQuery(req));
    await sendTable(req, res, { file: await fileOf('traces', id), data, cells: tracesCells, report: text(id, req, 'traces') });
  });

  router.get('/profiles/:id/subsystems', async (req, res) => {
    const { id } = req.params;
    await sendTable(req, res, { file: await fileOf('subsystems', id), data: () => profiles.view('subsystems', id, profileQuery(req)), cells: subsystemCells });
  });

  router.get('/profiles/:id/search', async (req, res) => {
    sendResult(res, await profiles.view('search', req.params.id, { ...profileQuery(req), ...searchOf(req) }));
  });

  router.get('/diff/search', async (req, res) => {
    sendResult(res, await profiles.diffView('search', { ...diffQuery(req), ...searchOf(req) }));
  });

  router.get('/profiles/:id/graph', async (req, res) => {
    sendGraph(res, await fileOf('graph', req.params.id), valueOf(await profiles.view('graph', req.params.id, { ...profileQuery(req), ...graphLimits(req) })));
  });

  router.get('/diff/graph', async (req, res) => {
    sendGraph(res, 'diff-graph', valueOf(await profiles.diffView('graph', { ...diffQuery(req), ...graphLimits(req) })));
  });

  router.get('/diff/callers', async (req, res) => {
    const more = functionOf(req);
    const data = (): Promise<Result<DiffCallersTable>> => profiles.diffView('callers', { ...diffQuery(req), ...more });
    await sendTable(req, res, { file: 'diff-callers', data, cells: diffCallersCells, report: diffText(req, 'peek', more) });
  });

  router.get('/diff/lines', async (req, res) => {
    const more = functionOf(req);
    await sendTable(req, res, { file: 'diff-lines', data: () => profiles.diffView('lines', { ...diffQuery(req), ...more }), cells: diffLinesCells });
  });

  router.get('/diff/tags', async (req, res) => {
    const more = labelOf(req);
    const data = (): Promise<Result<DiffTagsTable>> => profiles.diffView('tags', { ...diffQuery(req), ...more });
    await sendTable(req, res, { file: 'diff-tags', data, cells: diffTagsCells, report: diffText(req, 'tags', more) });
  });

  router.get('/diff/traces', async (req, res) => {
    const data = (): Promise<Result<DiffTracesTable>> => profiles.diffView('traces', diffQuery(req));
    await sendTable(req, res, { file: 'diff-traces', data, cells: diffTracesCells, report: diffText(req, 'traces') });
  });

  router.get('/diff/subsystems', async (req, res) => {
    await sendTable(req, res, { file: 'diff-subsystems', data: () => profiles.diffView('subsystems', diffQuery(req)), cells: diffSubsystemCells });
  });

  return router;
}

/** To be seen on the page, or saved under the name. */
function sendGraph(res: Response, file: string, svg: string): void {
  res.set('Content-Disposition', `inline; filename="${file}.svg"`).type('image/svg+xml').send(svg);
}

function functionOf(req: Request): ViewQuestion {
  const name = textParameter(req, 'function', MAX_FUNCTION_LENGTH);
  if (name === undefined) throw badData('"function" is missing; give the name of a function as the table of functions has it.');
  return { function: name };
}

function searchOf(req: Request): ViewQuestion {
  const search = textParameter(req, 'search', MAX_FUNCTION_LENGTH);
  if (search === undefined) throw badData('"search" is missing; give a regular expression that names of functions must match.');
  return { search };
}

/** Laying out more nodes takes longer than anybody waits. */
const MAX_GRAPH_NODES = 500;

function graphLimits(req: Request): ViewQuestion {
  const nodecount = wholeNumber(req, 'nodecount', MAX_GRAPH_NODES);
  const nodefraction = ratio(req, 'nodefraction');
  const edgefraction = ratio(req, 'edgefraction');
  return {
    ...(nodecount === undefined ? {} : { nodecount: nodecount === 0 ? MAX_GRAPH_NODES : nodecount }),
    ...(nodefraction === undefined ? {} : { nodefraction }),
    ...(edgefraction === undefined ? {} : { edgefraction }),
  };
}

function labelOf(req: Request): ViewQuestion {
  const by = textParameter(req, 'by');
  return by === undefined ? {} : { by };
}

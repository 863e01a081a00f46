/** Callers, lines, tags, subsystems and call graph, of a profile and of a diff. */
import { Router, type Request } from 'express';
import type { ViewQuestion } from '../store/profileCatalog.ts';
import type { ApiDeps } from './deps.ts';
import { badData, valueOf } from './errors.ts';
import { diffQuery, profileQuery } from './profileQuery.ts';
import {
  callersCells, diffCallersCells, diffLinesCells, diffSubsystemCells, diffTagsCells, linesCells, subsystemCells, tagsCells,
} from './profileTables.ts';
import { ratio, text, wholeNumber } from './queryParameters.ts';
import { sendTable } from './tableFormats.ts';

const MAX_FUNCTION_LENGTH = 10_000;

export function profileViewRoutes({ profiles }: ApiDeps): Router {
  const router = Router();

  router.get('/profiles/:id/callers', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.view('callers', req.params.id, { ...profileQuery(req), ...functionOf(req) })), callersCells);
  });

  router.get('/profiles/:id/lines', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.view('lines', req.params.id, { ...profileQuery(req), ...functionOf(req) })), linesCells);
  });

  router.get('/profiles/:id/tags', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.view('tags', req.params.id, { ...profileQuery(req), ...labelOf(req) })), tagsCells);
  });

  router.get('/profiles/:id/subsystems', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.view('subsystems', req.params.id, profileQuery(req))), subsystemCells);
  });

  router.get('/profiles/:id/graph', async (req, res) => {
    res.type('image/svg+xml').send(valueOf(await profiles.view('graph', req.params.id, { ...profileQuery(req), ...graphLimits(req) })));
  });

  router.get('/diff/graph', async (req, res) => {
    res.type('image/svg+xml').send(valueOf(await profiles.diffView('graph', { ...diffQuery(req), ...graphLimits(req) })));
  });

  router.get('/diff/callers', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.diffView('callers', { ...diffQuery(req), ...functionOf(req) })), diffCallersCells);
  });

  router.get('/diff/lines', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.diffView('lines', { ...diffQuery(req), ...functionOf(req) })), diffLinesCells);
  });

  router.get('/diff/tags', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.diffView('tags', { ...diffQuery(req), ...labelOf(req) })), diffTagsCells);
  });

  router.get('/diff/subsystems', async (req, res) => {
    sendTable(req, res, valueOf(await profiles.diffView('subsystems', diffQuery(req))), diffSubsystemCells);
  });

  return router;
}

function functionOf(req: Request): ViewQuestion {
  const name = text(req, 'function', MAX_FUNCTION_LENGTH);
  if (name === undefined) throw badData('"function" is missing; give the name of a function as the table of functions has it.');
  return { function: name };
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
  const by = text(req, 'by');
  return by === undefined ? {} : { by };
}

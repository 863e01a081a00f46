/** Routes for the callers, lines, tags, subsystems and call graph of a diff. */
import { Router } from 'express';
import type { DiffCallersTable, DiffTagsTable, DiffTracesTable } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { DiffQuery, ViewQuestion } from '../../data/store/files/profileCatalog.ts';
import type { ProfileNeeds } from './profileNeeds.ts';
import { sendResult, valueOf } from '../../kernel/http/errors.ts';
import { graphLimits, sendGraph } from './profileAnswers.ts';
import { profileQuery, textQuestion } from './profileQuery.ts';
import {
  diffCallersCells, diffLinesCells, diffSubsystemCells, diffTagsCells, diffTracesCells,
} from './profileTables.ts';
import { serve } from '../../kernel/http/route.ts';
import { sendTable } from '../../kernel/http/tableFormats.ts';

type Report = NonNullable<ViewQuestion['report']>;

export function profileViewRoutes({ profiles }: ProfileNeeds): Router {
  const router = Router();

  const diffText = (query: DiffQuery & ViewQuestion, report: Report) => (): Promise<Result<string>> => (
    profiles.diffView('text', { ...profileQuery(query), ...textQuestion(query, report) })
  );

  serve(router, 'GET /diff/search', async ({ query }, res) => {
    sendResult(res, await profiles.diffView('search', profileQuery(query)));
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

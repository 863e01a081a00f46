/** Routes for the callers, lines, tags, subsystems and call graph of a diff. */
import { Router, type Response } from 'express';
import type { DiffQuery, DiffViews } from '../../data/store/files/profileCatalog.ts';
import type { ProfileNeeds } from './profileNeeds.ts';
import { valueOf } from '../../kernel/http/errors.ts';
import { graphLimits, sendGraph, type Report, type TableQuery, type TableView } from './profileAnswers.ts';
import { profileQuery, textQuestion } from './profileQuery.ts';
import {
  diffCallersCells, diffLinesCells, diffSubsystemCells, diffTagsCells, diffTracesCells,
} from './profileTables.ts';
import { serve, serveResult } from '../../kernel/http/route.ts';
import { sendTable, type Cells } from '../../kernel/http/tableFormats.ts';

export function profileViewRoutes({ profiles }: ProfileNeeds): Router {
  const router = Router();

  /** Answers a view that is a table; "text" is a report of pprof, where there is one. */
  const table = <V extends TableView>(view: V, cells: (table: DiffViews[V]) => Cells, report?: Report) => (
    async ({ query }: { query: TableQuery & DiffQuery }, res: Response): Promise<void> => {
      await sendTable(res, query.format, {
        file: `diff-${view}`, data: () => profiles.diffView(view, profileQuery(query)), cells,
        ...(report === undefined ? {} : {
          report: () => profiles.diffView('text', { ...profileQuery(query), ...textQuestion(query, report) }),
        }),
      });
    }
  );

  serveResult(router, 'GET /diff/search', ({ query }) => profiles.diffView('search', profileQuery(query)));

  serve(router, 'GET /diff/graph', async ({ query }, res) => {
    sendGraph(
      res, 'diff-graph', valueOf(await profiles.diffView('graph', { ...profileQuery(query), ...graphLimits(query) }))
    );
  });

  serve(router, 'GET /diff/callers', table('callers', diffCallersCells, 'peek'));
  serve(router, 'GET /diff/lines', table('lines', diffLinesCells));
  serve(router, 'GET /diff/tags', table('tags', diffTagsCells, 'tags'));
  serve(router, 'GET /diff/traces', table('traces', diffTracesCells, 'traces'));
  serve(router, 'GET /diff/subsystems', table('subsystems', diffSubsystemCells));

  return router;
}

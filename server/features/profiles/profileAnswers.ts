/**
 * The answers about one profile, shared by its routes: `/profiles/{id}/top`, and `/targets/{target}/profile/top` of a
 * time span.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Response } from 'express';
import type { AskedOf } from '../../../core/contract/questions/routes.ts';
import { MAX_GRAPH_NODES } from '../../../core/contract/questions/profileRoutes.ts';
import type { Result } from '../../../core/result.ts';
import type { ProfileQuery, ProfileViews, ViewQuestion } from '../../data/store/files/profileCatalog.ts';
import type { ProfileNeeds } from './profileNeeds.ts';
import { sendResult, valueOf } from '../../kernel/http/errors.ts';
import { fileWord, sendTable, type Cells, type TableFormat } from '../../kernel/http/tableFormats.ts';
import { flameQuery, flameTitle, sendFlame } from './flameRoutes.ts';
import { profileQuery, textQuestion } from './profileQuery.ts';
import {
  callersCells, flameCells, linesCells, subsystemCells, tagsCells, topCells, tracesCells,
} from './profileTables.ts';

/** Last path segments of the routes. */
export const ONE_VIEWS = [
  'top', 'flamegraph', 'callers', 'lines', 'tags', 'traces', 'subsystems', 'search', 'graph', 'download',
] as const;
type OneView = (typeof ONE_VIEWS)[number];

/** Query parameters of a view, without the profile. */
type QueryOf<V extends OneView> = AskedOf<`GET /profiles/{id}/${V}`>['query'];

type ProfileAnswers = { [V in OneView]: (id: string, query: QueryOf<V>, res: Response) => Promise<void> };

export type Report = NonNullable<ViewQuestion['report']>;
/** Views that are a table for one profile and for a diff. */
export type TableView = 'callers' | 'lines' | 'tags' | 'traces' | 'subsystems';
export type TableQuery = ProfileQuery & ViewQuestion & { format?: TableFormat };

type Answer = (id: string, query: object, res: Response) => Promise<void>;

/** Returns the answer function of a view; its query must be parsed by the declaration of the view's route. */
export function answerOf(answers: ProfileAnswers, view: OneView): Answer {
  return answers[view] as Answer;
}

export function profileAnswers({ profiles }: ProfileNeeds): ProfileAnswers {
  const fileOf = async (view: string, id: string): Promise<string> =>
    `${view}-${fileWord(valueOf(await profiles.get(id)).name)}`;
  const text = (id: string, query: ProfileQuery & ViewQuestion, report: Report) => (): Promise<Result<string>> => (
    profiles.view('text', id, { ...profileQuery(query), ...textQuestion(query, report) })
  );
  /** Returns the answer of a view that is a table; "text" is a report of pprof, where there is one. */
  const table = <V extends TableView>(
    view: V, cells: (table: ProfileViews[V]) => Cells, report?: Report
  ) => async (id: string, query: TableQuery, res: Response): Promise<void> => {
    await sendTable(res, query.format, {
      file: await fileOf(view, id), data: () => profiles.view(view, id, profileQuery(query)), cells,
      ...(report === undefined ? {} : { report: text(id, query, report) }),
    });
  };
  return {
    top: async (id, query, res) => {
      await sendTable(res, query.format, {
        file: await fileOf('top', id), data: () => profiles.top(id, profileQuery(query)), cells: topCells,
        report: text(id, query, 'top'),
      });
    },
    flamegraph: async (id, asked, res) => {
      const { name } = valueOf(await profiles.get(id));
      const { order, ...flame } = asked;
      const query = flameQuery(flame);
      await sendFlame(res, asked.format, {
        file: `flamegraph-${fileWord(name)}`, title: flameTitle(name, query), cells: flameCells,
        graph: () => profiles.flamegraph(id, query),
        picture: (picture) => profiles.view('flameFile', id, {
          ...query, picture: order === undefined ? picture : { ...picture, order },
        }),
      });
    },
    callers: table('callers', callersCells, 'peek'),
    lines: table('lines', linesCells),
    tags: table('tags', tagsCells, 'tags'),
    traces: table('traces', tracesCells, 'traces'),
    subsystems: table('subsystems', subsystemCells),
    search: async (id, query, res) => {
      sendResult(res, await profiles.view('search', id, profileQuery(query)));
    },
    graph: async (id, query, res) => {
      const asked = { ...profileQuery(query), ...graphLimits(query) };
      sendGraph(res, await fileOf('graph', id), valueOf(await profiles.view('graph', id, asked)));
    },
    download: async (id, _, res) => {
      const info = valueOf(await profiles.get(id));
      const bytes = valueOf(await profiles.download(id));
      if (info.kind === 'trace') {
        // Decompressed while it is sent, because "go tool trace" does not read gzip.
        const name = fileWord(info.name.replace(/\.trace(?:\.gz)?$/, ''));
        res.attachment(`${name}.trace`).type('application/octet-stream');
        await pipeline(Readable.from([bytes]), createGunzip(), res);
        return;
      }
      res.attachment(`${fileWord(info.name)}.pb.gz`);
      res.type('application/gzip').send(Buffer.from(bytes));
    },
  };
}

/** Sends an SVG to be displayed inline, or saved under the name. */
export function sendGraph(res: Response, file: string, svg: string): void {
  res.set('Content-Disposition', `inline; filename="${file}.svg"`).type('image/svg+xml').send(svg);
}

/** Limits the nodes of a graph; 0 means the maximum that can be drawn. */
export function graphLimits({ nodecount }: ViewQuestion): ViewQuestion {
  return nodecount === 0 ? { nodecount: MAX_GRAPH_NODES } : {};
}

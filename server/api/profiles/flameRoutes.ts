/** The flame graph of a profile and of a diff: JSON, CSV, folded stacks, or an SVG file of its own. */
import { Router, type Request, type Response } from 'express';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import type { DiffQuery, ViewQuestion } from '../../store/files/profileCatalog.ts';
import type { ApiDeps } from '../http/deps.ts';
import { sendResult, valueOf } from '../http/errors.ts';
import { diffFlameCells, flameCells } from './profileTables.ts';
import { diffQuery, profileQuery } from './profileQuery.ts';
import { oneOf, text, type Queried } from '../http/queryParameters.ts';
import { csv, fileWord, sendFile, sendText, type Cells } from '../http/tableFormats.ts';

export function flameRoutes({ profiles }: ApiDeps): Router {
  const router = Router();

  router.get('/profiles/:id/flamegraph', async (req, res) => {
    const { id } = req.params;
    const { name } = valueOf(await profiles.get(id));
    const query = profileQuery(req);
    await sendFlame(req, res, {
      file: `flamegraph-${fileWord(name)}`, title: flameTitle(name, req), cells: flameCells,
      graph: () => profiles.flamegraph(id, query), picture: (picture) => profiles.view('flameFile', id, { ...query, picture }),
    });
  });

  router.get('/diff/flamegraph', async (req, res) => {
    const query = diffQuery(req);
    const title = await diffTitle(profiles, query, req);
    await sendFlame(req, res, {
      file: 'diff-flamegraph', title, cells: diffFlameCells,
      graph: () => profiles.diffFlamegraph(query), picture: (picture) => profiles.diffView('flameFile', { ...query, picture }),
    });
  });

  return router;
}

interface FlameAnswer<Graph> {
  file: string;
  title: string;
  graph: () => Promise<Result<Graph>>;
  cells: (graph: Graph) => Cells;
  picture: (picture: NonNullable<ViewQuestion['picture']>) => Promise<Result<string>>;
}

async function sendFlame<Graph>(req: Request, res: Response, { file, title, graph, cells, picture }: FlameAnswer<Graph>): Promise<void> {
  const format = oneOf(req, 'format', ['json', 'csv', 'text', 'svg']) ?? 'json';
  if (format === 'json') sendResult(res, await graph());
  else if (format === 'csv') sendFile(res, `${file}.csv`, 'text/csv; charset=utf-8', csv(cells(valueOf(await graph()))));
  else if (format === 'text') sendText(res, `${file}.folded.txt`, valueOf(await picture({ format: 'folded', title })));
  else sendFile(res, `${file}.svg`, 'image/svg+xml', valueOf(await picture({ format: 'svg', title })));
}

export function flameTitle(name: string, req: Queried): string {
  return `${name}${filtersOf(req)}`;
}

export async function diffTitle(profiles: ApiDeps['profiles'], query: DiffQuery, req: Queried): Promise<string> {
  const named = async (ids: string[]): Promise<string> => sideName(await Promise.all(ids.map((id) => profiles.get(id))));
  return `${await named(query.before)} -> ${await named(query.after)}${normalizeWords(query.normalize)}${filtersOf(req)}`;
}

function sideName(infos: Result<ProfileInfo>[]): string {
  const names = infos.map((info) => (info.ok ? info.value.name : '?'));
  return names.length > 3 ? `${names.slice(0, 2).join(' + ')} + ${names.length - 2} more` : names.join(' + ');
}

function normalizeWords(normalize: string | undefined): string {
  return normalize === undefined || normalize === 'none' ? '' : `, normalised by ${normalize.replace('function:', '')}`;
}

const MAX_WORDS = 200;
const MAX_LENGTH = 12_000;
const FILTERS = ['focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from', 'tagfocus', 'tagignore', 'granularity', 'noinlines', 'zoom'];

/** The filters of the question, as the picture's title tells them. */
function filtersOf(req: Queried): string {
  const said = FILTERS.flatMap((name) => {
    const value = text(req, name, MAX_LENGTH);
    return value === undefined ? [] : [`${name}=${value.slice(0, MAX_WORDS)}`];
  });
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

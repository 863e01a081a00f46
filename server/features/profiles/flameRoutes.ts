/** The flame graph of a diff, and the formats of all flame graphs: JSON, CSV, stacks, or a standalone SVG file. */
import { Router, type Response } from 'express';
import type { ProfileInfo, SideFilters } from '../../../core/contract/contract.ts';
import { sideFilterKeys } from '../../../core/profile/sideFilters.ts';
import type { Result } from '../../../core/result.ts';
import type { DiffQuery, ProfileQuery, ViewQuestion } from '../../data/store/files/profileCatalog.ts';
import type { ProfileNeeds } from './profileNeeds.ts';
import { sendResult, valueOf } from '../../kernel/http/errors.ts';
import { diffFlameCells } from './profileTables.ts';
import { profileQuery } from './profileQuery.ts';
import { serve } from '../../kernel/http/route.ts';
import {
  csv, sendFile, sendText, SPEEDSCOPE_TYPE, type Cells, type TableFormat,
} from '../../kernel/http/tableFormats.ts';

export function flameRoutes({ profiles }: ProfileNeeds): Router {
  const router = Router();

  serve(router, 'GET /diff/flamegraph', async ({ query: asked }, res) => {
    const query = flameQuery(asked);
    const title = await diffTitle(profiles, query);
    await sendFlame(res, asked.format, {
      file: 'diff-flamegraph', title, cells: diffFlameCells,
      graph: () => profiles.diffFlamegraph(query), picture: (picture) =>
        profiles.diffView('flameFile', { ...query, picture }),
    });
  });

  return router;
}

type FlameFormat = TableFormat | 'svg' | 'collapsed' | 'speedscope';

/** Same as `profileQuery`, but formats for other programs include every frame. */
export function flameQuery<Q extends ProfileQuery & { format?: FlameFormat }>(
  asked: Q
): ReturnType<typeof profileQuery<Q>> {
  const isWhole = asked.format === 'collapsed' || asked.format === 'speedscope';
  return profileQuery(isWhole ? { minRatio: 0, ...asked } : asked);
}

interface FlameAnswer<Graph> {
  file: string;
  title: string;
  graph: () => Promise<Result<Graph>>;
  cells: (graph: Graph) => Cells;
  picture: (picture: NonNullable<ViewQuestion['picture']>) => Promise<Result<string>>;
}

export async function sendFlame<Graph>(
  res: Response, format: FlameFormat | undefined, { file, title, graph, cells, picture }: FlameAnswer<Graph>,
): Promise<void> {
  if (format === undefined || format === 'json') sendResult(res, await graph());
  else if (format === 'csv')
    sendFile(res, `${file}.csv`, 'text/csv; charset=utf-8', csv(cells(valueOf(await graph()))));
  else if (format === 'text' || format === 'collapsed')
    sendText(res, `${file}.folded.txt`, valueOf(await picture({ format: 'folded', title })));
  else if (format === 'speedscope')
    sendFile(res, `${file}.speedscope.json`, SPEEDSCOPE_TYPE, valueOf(await picture({ format, title })));
  else sendFile(res, `${file}.svg`, 'image/svg+xml', valueOf(await picture({ format: 'svg', title })));
}

export function flameTitle(name: string, query: ProfileQuery): string {
  return `${name}${filtersOf(query)}`;
}

export async function diffTitle(profiles: ProfileNeeds['profiles'], query: DiffQuery): Promise<string> {
  const named = async (ids: string[]): Promise<string> =>
    sideName(await Promise.all(ids.map((id) => profiles.get(id))));
  const sides = `${await named(query.before)} -> ${await named(query.after)}`;
  return `${sides}${normalizeWords(query.normalize)}${filtersOf(query)}`;
}

function sideName(infos: Result<ProfileInfo>[]): string {
  const names = infos.map((info) => (info.ok ? info.value.name : '?'));
  return names.length > 3 ? `${names.slice(0, 2).join(' + ')} + ${names.length - 2} more` : names.join(' + ');
}

function normalizeWords(normalize: string | undefined): string {
  return normalize === undefined || normalize === 'none' ? '' : normalize === 'sum' ? ', groups added up'
    : `, normalised by ${normalize.replace('function:', '')}`;
}

const MAX_WORDS = 200;
const FILTERS = [
  'subsystem', 'focus', 'ignore', 'hide', 'show', 'show_from',
  'prune_from', 'tagfocus', 'tagignore', 'tagroot', 'tagleaf', 'granularity', 'noinlines', 'rename',
  'zoom', ...sideFilterKeys,
] as const;

/** Returns the filters of the query for the picture's title. */
function filtersOf(query: ProfileQuery & SideFilters): string {
  const said = FILTERS.flatMap((name) => {
    const value = query[name];
    return value === undefined ? []
      : [`${name}=${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_WORDS)}`];
  });
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

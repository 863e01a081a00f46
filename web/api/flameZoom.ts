/** Requests frames below the zoomed one that the first answer omitted as too small. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DiffFlameGraph, DiffFlameNode, FlameGraph, FlameNode } from '../../core/contract/contract.ts';
import { apiPath, get } from './client.ts';
import { descend, isCut, knownDepth, nodeAt, type Descent, type Named, type Part } from './flameGraft.ts';
import type { ProfileSubject } from './profileViews.ts';
import { keys } from './queries.ts';

export interface FlameZoom<N> {
  /** The first answer, with the parts requested since. */
  root: N;
  /** Number of omitted frames below the zoomed one; null while not known. */
  culledNodes: number | null;
  state: 'all' | 'asking' | 'failed';
  /** Why nothing more is shown; '' without a problem. */
  problem: string;
}

/** Includes the overview that it was made from, so that it does not replace the tree of another request. */
interface Whole<N> extends Descent<N> { overview: Part<N> }

const NOT_THERE = 'The frame this link zooms into is not among these stacks; all are shown.';

/**
 * Limit as in the server (core/contract/questions/profileRoutes.ts), which leaves space for the rest of the address
 * within Node's 16 KiB.
 */
const MAX_PATH_CHARS = 12_000;

function tooDeepWords(path: readonly string[]): string {
  return `This frame is ${path.length} calls deep and the names on the way to it are longer than one question to the `
    + `server can be (${MAX_PATH_CHARS.toLocaleString('en-US')} characters), so smaller frames below it are not shown.`
    + ' Filter with show_from, or make the names short with rows as files.';
}

interface Zoomed { zoom: string; minRatio: number }

function addressOf(subject: ProfileSubject, asked: Zoomed): string {
  return subject.kind === 'diff'
    ? apiPath('/diff/flamegraph', { query: { ...subject.params, ...asked } })
    : apiPath('/profiles/{id}/flamegraph', { path: { id: subject.id }, query: { ...subject.params, ...asked } });
}

function readPart(subject: ProfileSubject, asked: Zoomed, signal: AbortSignal): Promise<FlameGraph | DiffFlameGraph> {
  return subject.kind === 'diff'
    ? get('/diff/flamegraph', { query: { ...subject.params, ...asked }, signal }, ['root', 'culledNodes'])
    : get(
      '/profiles/{id}/flamegraph', { path: { id: subject.id }, query: { ...subject.params, ...asked }, signal },
      ['root', 'culledNodes']
    );
}

/**
 * Returns the tree to draw: `overview`, and the visible part below `path`. The old tree stays until the new one
 * arrives. `minRatio`: share of the zoomed frame below which nothing is visible.
 */
export function useFlameZoom<N extends (FlameNode | DiffFlameNode) & Named<N>>(
  subject: ProfileSubject, overview: Part<N>, path: readonly string[], minRatio: number,
): FlameZoom<N> {
  const client = useQueryClient();
  const whole = knownDepth(overview.root, path) === path.length;
  const here = whole ? nodeAt(overview.root, path) : null;
  const isTooDeep = encodeURIComponent(JSON.stringify(path)).length > MAX_PATH_CHARS;
  const wanted = path.length > 0 && overview.culledNodes > 0 && (here === null || isCut(here));
  const query = useQuery<Whole<N>>({
    queryKey: [...keys.profileView(addressOf(subject, { zoom: JSON.stringify(path), minRatio })), 'whole'],
    enabled: wanted && !isTooDeep,
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const ask = (zoom: readonly string[], ratio: number): Promise<Part<N>> => {
        const asked = { zoom: JSON.stringify(zoom), minRatio: ratio };
        return client.fetchQuery({
          queryKey: [...keys.profileView(addressOf(subject, asked)), 'part'], staleTime: Infinity,
          structuralSharing: false,
          // The subject's kind determines the node type, as for the overview.
          queryFn: () => readPart(subject, asked, signal) as Promise<unknown> as Promise<Part<N>>,
        });
      };
      return { overview, ...await descend(overview.root, path, minRatio, ask) };
    },
  });
  const data = query.data?.overview === overview ? query.data : undefined;
  const isOwn = data !== undefined && !query.isPlaceholderData;
  const problem = wanted && isTooDeep ? tooDeepWords(path) : !wanted ? (whole ? '' : NOT_THERE)
    : query.error !== null ? query.error.message : isOwn && !data.known ? NOT_THERE : '';
  return {
    root: data?.root ?? overview.root,
    culledNodes: path.length === 0 ? overview.culledNodes : !wanted || isTooDeep ? 0 : isOwn ? data.culledNodes : null,
    state: wanted && query.isFetching ? 'asking' : problem === '' ? 'all' : 'failed',
    problem,
  };
}

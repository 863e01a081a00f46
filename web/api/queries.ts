/** Every query key and every hook that reads or changes something on the server. */
import {
  keepPreviousData, queryOptions, useMutation, useQueries, useQuery, useQueryClient, type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { systemClock } from '../../core/time/clock.ts';
import type {
  Capture, Comparability, DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, PanelByName, PanelFinding, PanelName,
  Per, ProfileFilters, ProfileInfo, RenameProposals, ServerStatus, Target, TopTable,
} from '../../core/contract/contract.ts';
import { PANELS } from '../../core/panels.ts';
import type { CaptureRequest } from '../../core/contract/questions/bodies.ts';
import { judgedQuery } from '../../core/url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { readSpanId } from '../../core/profileSpan.ts';
import type { Fields } from '../../core/client/apiClient.ts';
import { get, post, remove } from './client.ts';
import { usePollEvery } from './polling/polls.ts';

export interface ProfileParams extends ProfileFilters {
  sampleType?: string | null;
  /** Maximum number of rows; 0 for all. */
  limit?: number;
  minRatio?: number;
  per?: Per | null;
}

export interface DiffParams extends ProfileParams {
  before: readonly string[];
  after: readonly string[];
  normalize?: Normalize;
  /** Base of the shares of deltas; by default the before side. */
  base?: 'base';
  drop_negative?: boolean;
}

/** All query keys; a prefix matches all keys below it. */
export const keys = {
  status: ['status'] as const,
  targets: ['targets'] as const,
  /** Prefix of everything that new scrapes of a target change. */
  target: (target: string) => ['target', target] as const,
  panel: (target: string, panel: PanelName, range: TimeRange | null) =>
    ['target', target, 'panel', panel, range] as const,
  findings: (target: string, range: TimeRange | null) => ['target', target, 'findings', range] as const,
  profiles: ['profiles'] as const,
  profileTop: (id: string, params: ProfileParams) => ['profile', id, 'top', params] as const,
  profileFlame: (id: string, params: ProfileParams) => ['profile', id, 'flamegraph', params] as const,
  diffTop: (params: DiffParams) => ['diff', 'top', params] as const,
  diffFlame: (params: DiffParams) => ['diff', 'flamegraph', params] as const,
  renames: (params: DiffParams) => ['diff', 'renames', params] as const,
  comparability: (params: DiffParams) => ['diff', 'comparability', params] as const,
  /** Key by the full address, which contains all parameters. */
  profileView: (address: string) => ['profileView', address] as const,
  captures: (target: string) => ['captures', target] as const,
};

const CAPTURE = ['id', 'state', 'kind'] as const;


export const statusOptions = queryOptions({
  queryKey: keys.status,
  queryFn: ({ signal }): Promise<ServerStatus> => get('/status', { signal }, ['version', 'demo', 'storage']),
});

export function useStatus(): UseQueryResult<ServerStatus> {
  return useQuery({ ...statusOptions, refetchInterval: 15_000 });
}

export const targetsOptions = queryOptions({
  queryKey: keys.targets,
  queryFn: ({ signal }): Promise<Target[]> => get('/targets', { signal }, [['name', 'state', 'kind']]),
});

/** Reads all targets with their states: every 5 s after the page has its claim, and at once on a live state change. */
export function useTargets(): UseQueryResult<Target[]> {
  return useQuery({ ...targetsOptions, refetchInterval: usePollEvery(5_000) });
}

async function readPanel<P extends PanelName>(
  panel: P, target: Target, range: TimeRange | null, signal: AbortSignal
): Promise<PanelByName[P]> {
  const name: PanelName = panel;
  const query = judgedQuery(range, target, systemClock.nowMs() / 1_000);
  const asked = { path: { target: target.name }, query, signal };
  const fields = ['range', 'finding', 'figures', 'gapSpans', ...PANELS[panel].fields] as Fields<PanelByName[PanelName]>;
  return await get(`/targets/{target}/panels/${name}`, asked, fields) as PanelByName[P];
}

/**
 * Reads one panel. The key has the range as chosen, without its edges, so that a live window moves without a new entry;
 * the data has its own edges. While another range of the same target loads, the old data stays, marked as old.
 */
export function usePanel<P extends PanelName>(
  panel: P, target: Target | null, range: TimeRange | null
): UseQueryResult<PanelByName[P]> {
  const name = target?.name ?? '';
  return useQuery({
    ...panelOptions(panel, target, range),
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}

export function panelOptions<P extends PanelName>(panel: P, target: Target | null, range: TimeRange | null) {
  return queryOptions({
    queryKey: keys.panel(target?.name ?? '', panel, range),
    enabled: target !== null,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('A panel was asked for without a target.');
      return readPanel(panel, target, range, signal);
    },
  });
}

/**
 * Reads one panel of several targets over one window, in the order of the targets; undefined if not yet read, or
 * refused.
 */
export function usePanelOfEach<P extends PanelName>(
  panel: P, targets: readonly Target[], range: TimeRange | null, options: { refetchInterval: number | false }
): { data: PanelByName[P] | undefined; error: Error | null }[] {
  return useQueries({
    queries: targets.map((target) => ({
      queryKey: keys.panel(target.name, panel, range),
      queryFn: ({ signal }: { signal: AbortSignal }) => readPanel(panel, target, range, signal),
      placeholderData: keepPreviousData,
      ...options,
    })),
  }).map(({ data, error }) => ({ data, error }));
}

export function findingsOptions(target: Target | null, range: TimeRange | null) {
  return queryOptions({
    queryKey: keys.findings(target?.name ?? '', range), enabled: target !== null,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      if (target === null) throw new Error('Findings were asked for without a target.');
      const query = judgedQuery(range, target, systemClock.nowMs() / 1_000);
      const asked = { path: { target: target.name }, query, signal };
      return get('/targets/{target}/findings', asked, [['panel', 'severity', 'sentence']]);
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads the findings of every panel of one target; no request without one. */
export function useFindings(
  target: Target | null, range: TimeRange | null, options: { refetchInterval?: number } = {}
): UseQueryResult<PanelFinding[]> {
  return useQuery({ ...findingsOptions(target, range), ...options });
}

/** Reads stored profiles, newest first, preceded by the spans of time among `ids`, which are in no list. */
export function useProfiles(ids: readonly string[] = []): UseQueryResult<ProfileInfo[]> {
  const spans = ids.filter((id) => readSpanId(id) !== null);
  return useQuery({
    queryKey: spans.length === 0 ? keys.profiles : [...keys.profiles, 'with', spans],
    queryFn: async ({ signal }) => {
      const [stored, ...merged] = await Promise.all([
        get('/profiles', { signal }, [['id', 'name', 'sampleTypes']]),
        ...spans.map((id) => get('/profiles/{id}', { path: { id }, signal }, ['id', 'name', 'sampleTypes'])),
      ]);
      return [...merged, ...stored];
    },
    refetchInterval: 15_000,
  });
}

// A profile never changes, so results computed from it are never stale.
const unchanging = { staleTime: Infinity, placeholderData: keepPreviousData } as const;

/** Reads the function table of a profile; no request for null. */
export function useProfileTop(id: string | null, params: ProfileParams): UseQueryResult<TopTable> {
  return useQuery({
    ...unchanging, queryKey: keys.profileTop(id ?? '', params), enabled: id !== null,
    queryFn: ({ signal }) =>
      get('/profiles/{id}/top', { path: { id: id ?? '' }, query: params, signal }, ['unit', 'rows', 'total']),
  });
}

export function useProfileFlame(id: string | null, params: ProfileParams): UseQueryResult<FlameGraph> {
  return useQuery({
    ...unchanging, queryKey: keys.profileFlame(id ?? '', params), enabled: id !== null,
    queryFn: ({ signal }) =>
      get('/profiles/{id}/flamegraph', { path: { id: id ?? '' }, query: params, signal }, ['unit', 'root', 'total']),
  });
}

/** Reads the function table of a diff, if both sides are chosen. */
export function useDiffTop(params: DiffParams): UseQueryResult<DiffTopTable> {
  return useQuery({
    ...unchanging, queryKey: keys.diffTop(params), enabled: params.before.length > 0 && params.after.length > 0,
    queryFn: ({ signal }) => get('/diff/top', { query: params, signal }, ['unit', 'rows', 'totals']),
  });
}

export function useDiffFlame(params: DiffParams): UseQueryResult<DiffFlameGraph> {
  return useQuery({
    ...unchanging, queryKey: keys.diffFlame(params), enabled: params.before.length > 0 && params.after.length > 0,
    queryFn: ({ signal }) => get('/diff/flamegraph', { query: params, signal }, ['unit', 'root', 'totals']),
  });
}

/** Reads the differences between the sides; known once both are decoded, long before the table is summed. */
export function useComparability({ before, after, normalize, sampleType }: DiffParams): UseQueryResult<Comparability> {
  const params = {
    before, after, ...(normalize === undefined ? {} : { normalize }),
    ...(sampleType === undefined ? {} : { sampleType }),
  };
  return useQuery({
    ...unchanging, queryKey: keys.comparability(params), enabled: before.length > 0 && after.length > 0,
    queryFn: ({ signal }) => get('/diff/comparability', { query: params, signal }, ['differences']),
  });
}

/** Reads proposed renames, once the table that they extend is available. */
export function useRenames(params: DiffParams, enabled: boolean): UseQueryResult<RenameProposals> {
  return useQuery({
    ...unchanging, queryKey: keys.renames(params), enabled: enabled && params.before.length > 0,
    queryFn: ({ signal }) => get('/diff/renames', { query: params, signal }, ['unit', 'proposals']),
  });
}

/** Uploads one file separately, so that it has its own error. */
export function useUploadProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      post('/profiles', { query: { name: file.name }, body: file }, [['id', 'name', 'sampleTypes']]),
    onSuccess: (added) => {
      // Adds the profile at once, so that it opens without waiting for the list.
      client.setQueryData<ProfileInfo[]>(
        keys.profiles,
        (old) => (old === undefined ? old
          : [...added, ...old.filter(({ id }) => !added.some((info) => info.id === id))])
      );
      void client.invalidateQueries({ queryKey: keys.profiles });
    },
  });
}

/** Opens a recording file as a target; reloads the list of targets before showing it. */
export function useUploadRecording() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, name }: { file: File; name: string }) =>
      post('/recordings', { query: { name }, body: file }, ['target']),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.targets }),
  });
}

export function useDeleteProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove('/profiles/{id}', { path: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.profiles }),
  });
}

/** Starts a capture; follow it with `useCapture`. */
export function useStartCapture(target: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: CaptureRequest) =>
      (await post('/targets/{target}/captures', { path: { target }, json }, ['capture'])).capture,
    onSuccess: (capture) => putCapture(client, capture),
  });
}

const NEAR_SECONDS = 10;

/** Returns whether a capture runs, or starts within 10 s. */
function isNear({ state, startTime }: Capture): boolean {
  return state === 'running' || (state === 'waiting' && (startTime ?? 0) - systemClock.nowMs() / 1_000 < NEAR_SECONDS);
}

/** Reads the captures of a live target, newest first, every second while one is near. No request for null. */
export function useCaptures(target: string | null): UseQueryResult<Capture[]> {
  return useQuery({
    queryKey: keys.captures(target ?? ''), enabled: target !== null,
    queryFn: ({ signal }) => get('/targets/{target}/captures', { path: { target: target ?? '' }, signal }, [CAPTURE]),
    refetchInterval: ({ state: { data } }) => (data?.some(isNear) === true ? 1_000 : false),
  });
}

/** Updates a capture from the live stream or an answer; reloads what shows captures, or the finished profile. */
export function putCapture(client: QueryClient, capture: Capture): void {
  void client.invalidateQueries({ queryKey: keys.captures(capture.target) });
  if (capture.state === 'done') void client.invalidateQueries({ queryKey: keys.profiles });
}

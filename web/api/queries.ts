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
  /** Rows; 0 = all. */
  limit?: number;
  minRatio?: number;
  per?: Per | null;
}

export interface DiffParams extends ProfileParams {
  before: readonly string[];
  after: readonly string[];
  normalize?: Normalize;
  /** What shares of the deltas are of; nothing = the before side. */
  base?: 'base';
  drop_negative?: boolean;
}

/** The only list of keys; a prefix names all below it. */
export const keys = {
  status: ['status'] as const,
  targets: ['targets'] as const,
  /** Everything that new scrapes of a target change. */
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
  /** By its whole address, which says everything that is asked. */
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

/** Every target with its state. Read every 5 s after the page has its claim, and at once on a live state change. */
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
 * One panel. The key holds the range as chosen and not its edges, so that a live window moves without a new entry;
 * the data carries its own edges. While another range of the same target loads the old data stays, marked.
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
 * One panel of several targets over one window, in the order of the targets; undefined where not yet read, or refused.
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

/** The findings of every panel of one target; nothing is asked without one. */
export function useFindings(
  target: Target | null, range: TimeRange | null, options: { refetchInterval?: number } = {}
): UseQueryResult<PanelFinding[]> {
  return useQuery({ ...findingsOptions(target, range), ...options });
}

/** Newest first. */
/** Those that are stored, newest first; before them the spans of time among `ids`, which are in no list. */
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

// A profile never changes, so what was computed from it never grows old.
const unchanging = { staleTime: Infinity, placeholderData: keepPreviousData } as const;

/** null = nothing chosen, nothing asked. */
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

/** Asked for only when both sides are chosen. */
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

/** What makes the two sides unlike; known as soon as both are decoded, long before the table is added up. */
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

/** Asked for once the table is there, which it adds to. */
export function useRenames(params: DiffParams, enabled: boolean): UseQueryResult<RenameProposals> {
  return useQuery({
    ...unchanging, queryKey: keys.renames(params), enabled: enabled && params.before.length > 0,
    queryFn: ({ signal }) => get('/diff/renames', { query: params, signal }, ['unit', 'proposals']),
  });
}

/** Uploads one file on its own, so that its error is its own. */
export function useUploadProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      post('/profiles', { query: { name: file.name }, body: file }, [['id', 'name', 'sampleTypes']]),
    onSuccess: (added) => {
      // Known at once, so that the profile opens without waiting for the list to be read.
      client.setQueryData<ProfileInfo[]>(
        keys.profiles,
        (old) => (old === undefined ? old
          : [...added, ...old.filter(({ id }) => !added.some((info) => info.id === id))])
      );
      void client.invalidateQueries({ queryKey: keys.profiles });
    },
  });
}

/** Opens a recording file as a target; the list of targets is read again before it is shown. */
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

/** It runs, or starts within 10 s. */
function isNear({ state, startTime }: Capture): boolean {
  return state === 'running' || (state === 'waiting' && (startTime ?? 0) - systemClock.nowMs() / 1_000 < NEAR_SECONDS);
}

/** Captures of a live target, newest first; read again every second while one is near. null = nothing asked. */
export function useCaptures(target: string | null): UseQueryResult<Capture[]> {
  return useQuery({
    queryKey: keys.captures(target ?? ''), enabled: target !== null,
    queryFn: ({ signal }) => get('/targets/{target}/captures', { path: { target: target ?? '' }, signal }, [CAPTURE]),
    refetchInterval: ({ state: { data } }) => (data?.some(isNear) === true ? 1_000 : false),
  });
}

/**
 * A capture went on, as the live stream or an answer tells: what shows captures, or the profile that is done, reads
 * again.
 */
export function putCapture(client: QueryClient, capture: Capture): void {
  void client.invalidateQueries({ queryKey: keys.captures(capture.target) });
  if (capture.state === 'done') void client.invalidateQueries({ queryKey: keys.profiles });
}

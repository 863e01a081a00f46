/** Hooks for access tokens and the audit log. */
import {
  useInfiniteQuery, useMutation, useQuery, useQueryClient, type UseQueryResult,
} from '@tanstack/react-query';
import type { AccessToken, NewAccessToken, Role } from '../../core/contract/contract.ts';
import { get, post, remove } from './client.ts';

const tokensKey = ['tokens'] as const;
const auditKey = ['audit'] as const;
const pageLines = 200;
const refreshEveryMs = 15_000;

export function useTokens(isAdmin: boolean): UseQueryResult<AccessToken[]> {
  return useQuery({
    queryKey: tokensKey, enabled: isAdmin, refetchInterval: refreshEveryMs,
    queryFn: ({ signal }) => get('/tokens', { signal }, [['id', 'name', 'role']]),
  });
}

/**
 * Reads the audit log, newest first, page by page; adjacent pages both include the entries at the moment between them.
 */
export function useAudit(isAdmin: boolean) {
  return useInfiniteQuery({
    queryKey: auditKey, enabled: isAdmin, refetchInterval: refreshEveryMs, initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => get(
      '/audit', { query: { limit: pageLines, ...(pageParam === null ? {} : { end: pageParam.toFixed(3) }) }, signal },
      [['time', 'action', 'status']]
    ),
    getNextPageParam: (page) => (page.length < pageLines ? undefined : page.at(-1)?.time),
  });
}

export interface TokenOrder { name: string; role: Role; expiresDays: number | null }

/** Creates a token; only this answer contains the token itself. */
export function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: TokenOrder): Promise<NewAccessToken> => post('/tokens', { json }, ['id', 'token']),
    onSuccess: () => Promise.all([tokensKey, auditKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove('/tokens/{id}', { path: { id } }),
    onSuccess: () => Promise.all([tokensKey, auditKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Making, listing and revoking embeds. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { get, post, remove } from './client.ts';

const keys = ['embeds'] as const;
const FIELDS = ['id', 'url', 'imageUrl', 'markdown', 'expires'] as const;

export function useEmbeds(enabled: boolean) {
  return useQuery({ queryKey: keys, enabled, queryFn: ({ signal }) => get('/embeds', { signal }, [FIELDS]) });
}

export function useMakeEmbed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: EmbedRequest) => post('/embeds', { json }, FIELDS),
    onSuccess: () => client.invalidateQueries({ queryKey: keys }),
  });
}

export function useRevokeEmbed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove('/embeds/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys }),
  });
}

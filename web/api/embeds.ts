/** Making, listing and revoking embeds. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Embed } from '../../core/contract/contract.ts';
import type { EmbedRequest } from '../../core/contract/questions/bodies.ts';
import { hasFields, isListOf, request } from './client.ts';

const keys = ['embeds'] as const;
const isEmbed = hasFields<Embed>('id', 'url', 'imageUrl', 'markdown', 'expires');
const isEmbedList = isListOf<Embed>('id', 'url', 'imageUrl', 'markdown', 'expires');
const isNothing = (data: unknown): data is null => data === null;

export function useEmbeds(enabled: boolean) {
  return useQuery({ queryKey: keys, enabled, queryFn: ({ signal }) => request<Embed[]>('/embeds', isEmbedList, { signal }) });
}

export function useMakeEmbed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: EmbedRequest) => request<Embed>('/embeds', isEmbed, { method: 'POST', json: asked }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys }),
  });
}

export function useRevokeEmbed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request<null>(`/embeds/${encodeURIComponent(id)}`, isNothing, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: keys }),
  });
}

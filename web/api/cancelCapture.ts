import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasFields, request } from './client.ts';
import { putCapture } from './queries.ts';
import type { Capture } from '../../core/contract/contract.ts';

const isCapture = hasFields<Capture>('id', 'state', 'kind');

/** Ends a capture that waits or runs; its state comes as that of any other. */
export function useCancelCapture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(`/captures/${encodeURIComponent(id)}`, isCapture, { method: 'DELETE' }),
    onSuccess: (capture) => putCapture(client, capture),
  });
}

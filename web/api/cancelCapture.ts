import { useMutation, useQueryClient } from '@tanstack/react-query';
import { remove } from './client.ts';
import { putCapture } from './queries.ts';

/** Cancels a waiting or running capture; its state arrives like that of any other. */
export function useCancelCapture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove('/captures/{id}', { path: { id } }, ['id', 'state', 'kind']),
    onSuccess: (capture) => putCapture(client, capture),
  });
}

/** Hooks for targets that are added on the page. */
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AddedTargetsView } from '../../core/contract/contract.ts';
import type { AddRequest } from '../../core/contract/questions/bodies.ts';
import { get, post, remove } from './client.ts';
import { keys } from './queries.ts';

const addedKey = ['added-targets'] as const;
const changed = [addedKey, keys.targets, keys.status];

/** Reads which targets can be added, and which were; only for users who are allowed to. */
export function useAddedTargets(isAllowed: boolean): UseQueryResult<AddedTargetsView> {
  return useQuery({
    queryKey: addedKey, enabled: isAllowed,
    queryFn: ({ signal }) => get('/added-targets', { signal }, ['allow', 'targets']),
  });
}

/** Adds a target; reloads the list of targets before the new one is shown. */
export function useAddTarget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (json: AddRequest) => (await post('/targets', { json }, ['target'])).target,
    onSuccess: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export function useRemoveTarget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (target: string) => remove('/added-targets/{target}', { path: { target } }),
    onSuccess: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

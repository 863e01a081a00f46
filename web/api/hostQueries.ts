/** The hook that reads what the host of a target did. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HostView, Target } from '../../core/contract/contract.ts';
import { windowOf } from '../url/panelWindow.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { hasFields, request } from './client.ts';
import { keys } from './queries.ts';

const isHost = hasFields<HostView>('range', 'state', 'sentence', 'series', 'perCore', 'figures');

/** Read anew with the panels, since its key is below the target's. The pages of one target share one answer. */
export function useHost(target: Target | null, range: TimeRange | null): UseQueryResult<HostView> {
  const name = target?.name ?? '';
  return useQuery({
    queryKey: [...keys.target(name), 'host', range], enabled: target !== null,
    queryFn: ({ signal }) => {
      if (target === null) throw new Error('A host was asked for without a target.');
      const { start, end } = windowOf(range, target, Date.now() / 1_000);
      return request(`/targets/${encodeURIComponent(name)}/host`, isHost, { signal, query: { start: start.toFixed(3), end: end.toFixed(3) } });
    },
    placeholderData: (previous, query) => (query?.queryKey[1] === name ? previous : undefined),
  });
}

/** Hook for the machine code of a function, with its source lines. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AssemblyTable, LinesTable } from '../../../core/contract/contract.ts';
import { get } from '../client.ts';
import type { ProfileParams } from '../queries.ts';

export interface Assembly { assembly: AssemblyTable; lines: LinesTable }

/** Reads the code; reloaded on each view, because the binary can be added to its folder at any time. */
export function useAssembly(
  id: string, { per: _, limit: _l, minRatio: _m, ...params }: ProfileParams, name: string
): UseQueryResult<Assembly> {
  const asked = { path: { id }, query: { ...params, function: name } };
  return useQuery({
    queryKey: ['profile', id, 'assembly', asked.query],
    queryFn: async ({ signal }) => {
      const [assembly, lines] = await Promise.all([
        get('/profiles/{id}/assembly', { ...asked, signal }, ['unit', 'instructions', 'note']),
        get('/profiles/{id}/lines', { ...asked, signal }, ['unit', 'files']),
      ]);
      return { assembly, lines };
    },
  });
}

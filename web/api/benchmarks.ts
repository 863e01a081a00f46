/** Benchmark outputs: compared by the server, which stores them only when the reader shares a link. */
import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { BenchmarkOutputText } from '../../core/contract/contract.ts';
import type { BenchmarkRequest } from '../../core/contract/questions/benchmarkBody.ts';
import { get, post } from './client.ts';
import type { NamedText } from './files/benchmarkFiles.ts';

export function useCompareBenchmarks() {
  return useMutation({
    mutationFn: (json: BenchmarkRequest) =>
      post('/benchmarks', { json }, ['finding', 'columns', 'units', 'curves', 'time', 'markdown']),
  });
}

/** Stores outputs; resolves to their ids, in the same order. */
export function useStoreOutputs() {
  return useMutation({
    mutationFn: async (files: readonly NamedText[]): Promise<string[]> => {
      const stored = await Promise.all(files.map(({ name, text }) => post(
        '/benchmark-outputs', { query: { name }, body: new Blob([text], { type: 'text/plain' }) }, ['id']
      )));
      return stored.map(({ id }) => id);
    },
  });
}

/** Reads stored outputs with their texts, which never change; none without an id. */
export function useStoredOutputs(ids: readonly string[]): UseQueryResult<BenchmarkOutputText[]> {
  return useQuery({
    queryKey: ['benchmark-outputs', ids], enabled: ids.length > 0, staleTime: Infinity,
    queryFn: ({ signal }) => Promise.all(ids.map((id) =>
      get('/benchmark-outputs/{id}', { path: { id }, signal }, ['id', 'name', 'text']))),
  });
}

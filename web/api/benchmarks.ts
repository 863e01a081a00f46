/** Asks the server to compare benchmark outputs; nothing is kept there. */
import { useMutation } from '@tanstack/react-query';
import type { BenchmarkRequest } from '../../core/contract/questions/bodies.ts';
import { post } from './client.ts';

export function useCompareBenchmarks() {
  return useMutation({
    mutationFn: (json: BenchmarkRequest) =>
      post('/benchmarks', { json }, ['finding', 'columns', 'units', 'curves', 'time', 'markdown']),
  });
}

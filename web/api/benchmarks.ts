/** Asks the server to compare benchmark outputs; nothing is kept there. */
import { useMutation } from '@tanstack/react-query';
import type { BenchmarkReport } from '../../core/contract/contract.ts';
import type { BenchmarkRequest } from '../../core/contract/questions/bodies.ts';
import { hasFields, request } from './client.ts';

const isReport = hasFields<BenchmarkReport>('finding', 'columns', 'units', 'curves', 'time', 'markdown');

export function useCompareBenchmarks() {
  return useMutation({ mutationFn: (asked: BenchmarkRequest) => request<BenchmarkReport>('/benchmarks', isReport, { method: 'POST', json: asked }) });
}

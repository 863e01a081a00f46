/** Worker thread: compares the benchmark outputs of a request. */
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { Result } from '../../../core/result.ts';
import { readBenchRequest } from '../../benchmarks/benchRequest.ts';
import { benchmarkReport } from '../../benchmarks/report.ts';
import { inJson, serve } from '../../threads/serve.ts';

export interface BenchmarkMethods { compare(body: Uint8Array): Promise<Result<BenchmarkReport>> }

const TOO_LARGE = 'The comparison is larger than can be sent; compare fewer benchmarks or runs at a time.';

serve<BenchmarkMethods>({
  compare: (body) => {
    const request = readBenchRequest(body);
    const report = request.ok ? benchmarkReport(request.value.texts, request.value.by) : request;
    return Promise.resolve(inJson(report, TOO_LARGE));
  },
});

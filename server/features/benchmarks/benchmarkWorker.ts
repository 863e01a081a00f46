/** Worker thread: compares the benchmark outputs of a request. */
import { ok } from '../../../core/result.ts';
import type { BenchmarkComparer } from '../../analysis/benchmarks/comparer.ts';
import { readBenchRequest, readEmbedOfBench } from '../../analysis/benchmarks/benchRequest.ts';
import { benchmarkReport } from '../../analysis/benchmarks/report.ts';
import { inJson, serve } from '../../kernel/threads/serve.ts';

export type BenchmarkMethods = BenchmarkComparer;

const TOO_LARGE = 'The comparison is larger than can be sent; compare fewer benchmarks or runs at a time.';

serve<BenchmarkMethods>({
  compare: (body) => {
    const request = readBenchRequest(body);
    const report = request.ok ? benchmarkReport(request.value.texts, request.value.by) : request;
    return Promise.resolve(inJson(report, TOO_LARGE));
  },
  compareForEmbed: (body) => {
    const read = readEmbedOfBench(body);
    if (!read.ok) return Promise.resolve(read);
    const { request, texts } = read.value;
    const report = benchmarkReport(texts, { ignore: [], exact: [] });
    return Promise.resolve(inJson(report.ok ? ok({ request, report: report.value }) : report, TOO_LARGE));
  },
});

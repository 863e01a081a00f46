import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import type { Result } from '../../../core/result.ts';

/** Reads bodies of requests, which may be megabytes of JSON, and compares their texts aside from the main thread. */
export interface BenchmarkComparer {
  /** Of a BenchmarkRequest. */
  compare: (body: Uint8Array) => Promise<Result<BenchmarkReport>>;
  /** Of an EmbedRequest for a benchmark; the request comes back without its texts. */
  compareForEmbed: (body: Uint8Array) => Promise<Result<{ request: EmbedRequest; report: BenchmarkReport }>>;
}

import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { EmbedRequest } from '../../../core/contract/questions/bodies.ts';
import type { Result } from '../../../core/result.ts';

/** Parses request bodies, which may be megabytes of JSON, and compares their texts off the main thread. */
export interface BenchmarkComparer {
  /** Compares the texts of a BenchmarkRequest. */
  compare: (body: Uint8Array) => Promise<Result<BenchmarkReport>>;
  /** Compares those of an EmbedRequest for a benchmark; the request is returned without its texts. */
  compareForEmbed: (body: Uint8Array) => Promise<Result<{ request: EmbedRequest; report: BenchmarkReport }>>;
}

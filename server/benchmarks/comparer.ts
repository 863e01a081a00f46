import type { BenchmarkReport } from '../../core/contract/contract.ts';
import type { Result } from '../../core/result.ts';

/** Compares the outputs in the body of a request (JSON text of a BenchmarkRequest) aside from the main thread. */
export type BenchmarkComparer = (body: Uint8Array) => Promise<Result<BenchmarkReport>>;

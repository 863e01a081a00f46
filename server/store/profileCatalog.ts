/**
 * What the main thread asks of the profile workers and the profile files. Profiles are content-addressed files
 * in the data folder with a small JSON beside each; decoding, trees and diffs run in worker threads.
 */
import type {
  DiffFlameGraph, DiffTopTable, FlameGraph, Normalize, ProfileFilters, ProfileInfo, TopTable,
} from '../api/contract.ts';
import type { Result } from '../result.ts';

export interface AddProfile {
  /** As uploaded: gzip or not, at most 64 MiB; expanded at most 512 MiB, counted while expanding. */
  bytes: Uint8Array;
  name: string;
  source: ProfileInfo['source'];
  pair?: ProfileInfo['pair'];
  /** The target's ingested-sample counter at start and end of a capture, for normalize=samples-ingested. */
  samplesIngested?: { start: number; end: number };
}

export interface ProfileQuery extends ProfileFilters {
  sampleType?: string;
  /** Rows; 0 = every row. */
  limit?: number;
  /** Flame graph: nodes below this share of the total are culled and counted. */
  minRatio?: number;
}

export interface DiffQuery extends ProfileQuery {
  /** One id, or several to be merged. */
  before: string[];
  after: string[];
  normalize?: Normalize;
}

export interface ProfileCatalog {
  add(profile: AddProfile): Promise<Result<ProfileInfo>>;
  /** Newest first. */
  list(): Promise<ProfileInfo[]>;
  get(id: string): Promise<Result<ProfileInfo>>;
  remove(id: string): Promise<Result<null>>;
  /** gzip bytes. */
  download(id: string): Promise<Result<Uint8Array>>;
  top(id: string, query: ProfileQuery): Promise<Result<TopTable>>;
  flamegraph(id: string, query: ProfileQuery): Promise<Result<FlameGraph>>;
  diffTop(query: DiffQuery): Promise<Result<DiffTopTable>>;
  diffFlamegraph(query: DiffQuery): Promise<Result<DiffFlameGraph>>;
  /** gzip pprof of after minus before, which `go tool pprof` opens. */
  diffDownload(query: DiffQuery): Promise<Result<Uint8Array>>;
  close(): Promise<void>;
}

/**
 * DuckDB's package, loaded on first use: it takes a quarter of a second of CPU and 70 MB, which neither a reader of the
 * last two hours, all in memory, nor the start of a recorder without samples needs.
 */
import type * as DuckPackage from '@duckdb/node-api';
import { createRequire } from 'node:module';

let loaded: typeof DuckPackage | null = null;

export function duckdb(): typeof DuckPackage {
  // The type is imported from the same package.
  loaded ??= createRequire(import.meta.url)('@duckdb/node-api') as typeof DuckPackage;
  return loaded;
}

#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 DUCKDB_JE_MALLOC_CONF=narenas:1,tcache:false node --max-semi-space-size=2
// The command of the installed package: what is built runs in this process. The flag and glibc's settings bound the
// memory of hours: left to itself, glibc raises both thresholds with each large block and keeps what is free, and it
// and DuckDB's jemalloc have memory of its own for each thread, of which every file that is opened takes another one.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tsdbscope needs Node 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
process.env.NODE_ENV = 'production';
await import(new URL('../dist/server/main.js', import.meta.url).href);

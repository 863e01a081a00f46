/** Tests what is told of the storage of a Prometheus older than 2.0. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (values: Readonly<Record<string, number>>): string => recognize(new TextEncoder().encode(
  Object.entries(values).map(([name, value]) => `prometheus_local_storage_${name} ${value}\n`).join('')
)).interest ?? '';
const VALUES = {
  'checkpoint_duration_milliseconds': 812.5, 'chunk_ops_total{type="create"}': 9000,
  'chunk_ops_total{type="persist"}': 7000, 'fingerprint_mappings_total': 0, 'inconsistencies_total': 0,
};

it('chunks that wait stand against the default limit, and what is missing is said', () => {
  expect(told({ ...VALUES, chunks_to_persist: 131_072 })).toBe('It is of a Prometheus older than 2.0, which has no '
    + 'WAL, blocks or compaction; 131,072 chunks wait to be persisted, 25 % of the 524,288 that may wait by default '
    + 'before 1.6. Since it started it created 9,000 chunks and persisted 7,000. These values show no fault, and no '
    + 'inconsistency was found: whether memory is short is shown by prometheus_local_storage_memory_chunks, which the '
    + 'text does not have.');
});

it('many that wait, inconsistencies, and a limit of its own', () => {
  const facts = told({ ...VALUES, chunks_to_persist: 950, max_chunks_to_persist: 1000, inconsistencies_total: 3 });
  expect(facts).toContain('950 chunks wait to be persisted, 95 % of the 1,000 that may wait.');
  expect(facts).toContain('It found 3 inconsistencies of its storage');
  expect(facts).not.toContain('no fault');
});

it('no fault is claimed where the chunks in memory are in the text', () => {
  expect(told({ ...VALUES, chunks_to_persist: 9, memory_chunks: 4000, memory_series: 1000 })).not.toContain('no fault');
});

/** Tests the steps for InfluxDB 1 when memory ran out. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { influxMemory } from './influxMemory.ts';

const ONE = { program: 'InfluxDB', version: '1.7.3' };
const ENDED = 'It crashed with "fatal error: runtime: out of memory".';

describe('memory that ran out', () => {
  it('with a compaction and the index in memory', () => {
    const said = influxMemory(ENDED, '- the full compaction starts\n- it ends', ONE);
    expect(said).toContain('The text says "full compaction starts". ');
    expect(said).toContain('set max-concurrent-compactions = 1, and index-version = "tsi1"');
  });

  it('without a compaction has the index alone', () => {
    const said = influxMemory(ENDED, 'It was fine, and no compaction runs.', ONE);
    expect(said).toContain('set index-version = "tsi1"');
    expect(said).not.toContain('compaction');
  });

  it('looks at the heap with the index on disk, and at the number of shards', () => {
    expect(influxMemory(ENDED, 'index-version = "tsi1"', ONE)).toMatch(/^To see what takes it, .*of that time\.$/);
    expect(influxMemory(ENDED, 'grep index | uniq -c\n  7001 index_version=tsi1\n', ONE)).toContain('7,001 times');
  });

  it.each([
    ['another version', ENDED, 'a', { program: 'InfluxDB', version: '2.7.1' }],
    ['another program', ENDED, 'a', { program: 'Prometheus', version: '1.8.0' }],
    ['another fault', 'It logged the error "no".', 'a', ONE],
  ])('says nothing with %s', (_, facts, text, of) => { expect(influxMemory(facts, text, of)).toBeNull(); });
});

it('a crash of Go is named by the tag of its lines and the labelled version', () => {
  const line = (text: string): string => `        Mar 14 01:02:03 h influxd-start.sh[77]: ${text}`;
  const { name, program, version, interest } = recognize(new TextEncoder().encode([
    '* InfluxDB version: InfluxDB v1.7.3 (git: 1.7 aa)', '', 'Logs:', line('fatal error: runtime: out of memory'),
    line('runtime stack:'), line('runtime.throw(0x16, 0x16)'), line('#011/usr/local/go/src/runtime/panic.go:7 +0x72'),
    '',
  ].join('\n')));
  expect([program, version]).toEqual(['InfluxDB', '1.7.3']);
  expect(name).toContain('InfluxDB 1.7.3');
  expect(interest).toContain('index-version = "tsi1"');
});

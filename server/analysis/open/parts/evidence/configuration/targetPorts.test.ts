/** Tests targets of Prometheus with the port of a database. */
import { describe, expect, it } from 'vitest';
import { targetPorts } from './targetPorts.ts';

const FACTS = 'It logged the error "yaml: line 6: did not find expected key".';
const of = (...targets: string[]): string => ['scrape_configs:', '- job_name: db', '  static_configs:', ...targets]
  .join('\n');

describe('a target', () => {
  it.each([
    ['in a line', ['  - targets: [\'a.local:9100\', \'10.0.0.7:3306\']'], '10.0.0.7:3306 has the port of MySQL'],
    ['in a list', ['  - targets:', '    - a.local:9100', '    - "db:5432"'], 'name its exporter (postgres_exporter'],
    ['without a blank', ['        -targets: [\'c-1:9042\']'], 'the port of Cassandra'],
  ])('with the port of a database, %s', (_, targets, said) => {
    expect(targetPorts(FACTS, of(...targets))).toContain(said);
  });

  it.each([
    ['of an exporter', FACTS, of('  - targets: [\'a:9104\']')],
    ['that is probed', FACTS, `${of('  - targets: [\'a:3306\']')}\n  metrics_path: /probe`],
    ['beside another fault', 'It logged the error "disk full".', of('  - targets: [\'a:3306\']')],
    ['of no job', FACTS, '  - targets: [\'a:3306\']'],
  ])('%s is left', (_, facts, text) => { expect(targetPorts(facts, text)).toBeNull(); });
});

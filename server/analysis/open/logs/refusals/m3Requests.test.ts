/** Tests what is told of requests to M3DB that too few replicas did. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../../recognize.ts';
import { m3Facts } from '../databases/m3Errors.ts';

const of = (text: string): Recognized => recognize(new TextEncoder().encode(text));
const NO_CONNECTION = 'connection pool has no connections';
const failed = (level: string, done: number, hosts: readonly (readonly [string, string])[]): string =>
  `failed to meet consistency level ${level} with ${done}/${hosts.length + done} success, ${hosts.length + done} nodes `
    + `responded, errors: [${hosts.map(([host, error]) => `error writing to host ${host}: ${error}`).join(' ')}]`;
const ALL = failed('majority', 0, [['db-a', NO_CONNECTION], ['db-b', NO_CONNECTION], ['db-c', NO_CONNECTION]]);

describe('a write that no replica took', () => {
  it('is told from the answer of the API, with its hosts and what they have in common', () => {
    const { program, door, interest } = of(JSON.stringify({
      error: { message: `Error({Type:INTERNAL_ERROR Message:${ALL}})`, data: { type: 'INTERNAL_ERROR', message: ALL } },
    }));
    expect({ program, door }).toEqual({ program: 'M3DB', door: null });
    expect(interest).toBe('0 of 3 replicas of M3DB took the write, and the consistency level majority needs 2. The '
      + `error of db-a, db-b and db-c is "${NO_CONNECTION}". "3 nodes responded" counts these errors, too. The client `
      + 'has no connection to these nodes: see whether they run and are bootstrapped, whether their names in the '
      + 'placement resolve where the client runs, and whether it reaches their port (9000). A lower level changes '
      + 'nothing, as no replica did it.');
  });

  it('is told from a line of a report', () => { expect(of(`We see: ${ALL}`).program).toBe('M3DB'); });
});

it('a write that some replicas took is told with each error', () => {
  const said = m3Facts(failed('all', 1, [['db-a', NO_CONNECTION], ['{"name":"db-b","uid":"1"}', 'timeout']])) ?? '';
  expect(said).toContain('1 of 3 replicas of M3DB took the write, and the consistency level all needs 3.');
  expect(said).toContain('The error of db-b is "timeout".');
  expect(said).not.toContain('A lower level');
});

it('a line of the coordinator has the last error in a field of its own', () => {
  const { program, door, interest } = of('{"level":"error","ts":1767323045.1,"msg":"write error","lastRegularError":'
    + JSON.stringify(failed('majority', 1, [['{"name":"db-a"}', 'not responsible for shard 1'],
      ['{"name":"db-b"}', 'not responsible for shard 1']])) + '}');
  expect({ program, door }).toEqual({ program: 'M3DB', door: 'log' });
  expect(interest).toContain('1 of 3 replicas of M3DB took the write');
  expect(interest).toContain('The error of db-a and db-b is "not responsible for shard 1". ');
  expect(interest).toContain('do not hold that shard');
});

it.each([
  'failed to meet consistency level due to shortage of live nodes',
  'the pool of the application has no connections', '{"error":{"message":"connection pool has no connections"}}',
])('is no error of M3DB: %s', (text) => {
  expect(m3Facts(text)).toBeNull();
  expect(of(text).program).not.toBe('M3DB');
});

/** Tests docker stats beside limits that the text names. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { cpuLimitIn } from './containerStats.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};
const HEADER = 'CONTAINER ID   NAME   CPU %   MEM USAGE / LIMIT   MEM %   NET I/O   BLOCK I/O   PIDS';
const row = (name: string, cpu: string, memory: string, limit = '908.6MiB'): string =>
  `1d5b3f2a4fc0   ${name}   ${cpu}   ${memory} / ${limit}   0.28%   33.4MB / 33.9MB   279kB / 0B   1`;

const DB = 'db-1 uses most memory: 177.9MiB of 908.6MiB, with 49.92 % of a core.';
const FAR = 'No container is near its memory limit: at most';
const ONE = 'The limit of all is';
const AS_HOST = 'as where none is set and the memory of the host is shown.';

describe('docker stats', () => {
  const ROWS = [HEADER, row('pool-1', '1.24%', '2.523MiB'), row('db-1', '49.92%', '177.9MiB')];

  it('of a container at the CPU limit that the text names', () => {
    expect(told('# Load test', '', 'The database has a CPU limit of `0.5` cores (`cpus: \'0.5\'`).', '', '```', ...ROWS,
      '```')).toEqual(['docker-stats', 'db-1 uses 49.92 % of a core, 99.8 % of the CPU limit of 0.5 core that the text '
      + 'names. Its memory is 177.9MiB of 908.6MiB.']);
  });

  it.each([
    ['without a limit', ROWS, `${DB} ${FAR} 19.6 %. ${ONE} 908.6MiB, ${AS_HOST}`],
    ['far from its CPU limit', ['cpus: 2', ...ROWS],
      `${DB} ${FAR} 19.6 %. ${ONE} 908.6MiB, ${AS_HOST}`],
    ['above a limit that is of another one', ['cpus: 0.25', ...ROWS],
      `${DB} ${FAR} 19.6 %. ${ONE} 908.6MiB, ${AS_HOST}`],
    ['near its memory limit', [HEADER, row('web', '180.1%', '400MiB', '4GiB'), row('db', '3%', '1.95GiB', '2GiB')],
      'db is nearest its memory limit: 1.95GiB of 2GiB (98 %), with 3 % of a core.'],
    ['with most CPU elsewhere', [HEADER, row('web', '180.1%', '400MiB', '4GiB'), row('db', '3%', '1.1GiB', '4GiB')],
      'db uses most memory: 1.1GiB of 4GiB, with 3 % of a core. web uses most CPU: 180.1 % of a core. '
        + `${FAR} 27.5 %. ${ONE} 4GiB, ${AS_HOST}`],
  ])('%s', (_, lines, fact) => { expect(told(...lines)).toEqual(['docker-stats', fact]); });
});

describe('a CPU limit', () => {
  it.each([
    ['    deploy:\n      cpus: "1.5"', 1.5], ['docker run --cpus=0.5 a', 0.5], ['limited to 2 cores', 2],
    ['cpus: 1\ncpus: 2', null], ['the host has 4 cores', null],
  ])('%s', (text, cores) => { expect(cpuLimitIn(text)).toBe(cores); });
});

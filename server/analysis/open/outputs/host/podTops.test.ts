/** Tests several tables of kubectl top in one text. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { topTables } from './podTops.ts';

const HEADER = 'NAME                 CPU(cores)   MEMORY(bytes)';

describe('tables of kubectl top', () => {
  it('of one pod in several clusters, with a figure behind each', () => {
    const table = (cpu: string, memory: string, rate: string): string =>
      [HEADER, `prometheus-0         ${cpu}          ${memory}`, `rate(appended_total[5m]) - ${rate}`, ''].join('\n');
    const { name, interest } = recognize(new TextEncoder().encode(['We have two clusters.', '',
      table('23m', '1265Mi', '2994.32'), table('96m', '184Mi', '1657.9')].join('\n')));
    expect(name).toBe('the output of kubectl top');
    expect(interest).toBe('It has 2 tables of prometheus-0: 1265Mi with 23m of CPU and 184Mi with 96m of CPU. '
      + 'Behind them stand 2,994 and 1,658 of rate(appended_total[5m]).');
  });

  it('under headings', () => {
    expect(topTables(['## Before', '', '```', HEADER, 'prom-0   900m   3Gi', 'api-0   20m   700Mi', '```', '',
      '## After', '', '```', HEADER, 'prom-0   400m   900Mi', 'api-0   20m   710Mi', '```'].join('\n')))
      .toBe('Before: prom-0 uses most memory: 3Gi, with 900m of CPU. After: prom-0 uses most memory: 900Mi, with 400m '
        + 'of CPU.');
  });

  it('is null for one table', () => { expect(topTables(`${HEADER}\nprom-0   900m   3Gi`)).toBeNull(); });
});

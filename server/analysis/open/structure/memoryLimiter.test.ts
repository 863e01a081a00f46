/** Tests the soft limit of the memory limiter of a Collector, from the figures of a text. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { softLimit } from './memoryLimiter.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, text: string): string =>
  `2026-01-02T03:04:0${second}.971Z\tinfo\tmemorylimiter@v0.93.0/memorylimiter.go:77\t${text}`;
const CONFIGURED = line(1, 'Memory limiter configured\t{"kind": "processor", "name": "memory_limiter", '
  + '"limit_mib": 400, "spike_limit_mib": 250, "check_interval": 1}');
const REFUSED = line(5, 'Memory usage is above soft limit. Refusing data.\t{"kind": "processor", "cur_mem_mib": 162}')
  .replace('info', 'warn');
const SOFT = 'By the limits in the text the soft limit is 150 MiB (limit_mib 400 less spike_limit_mib 250): above it '
  + 'data are refused, as at 162 MiB.';

describe('the soft limit', () => {
  it('is told in the log that refuses data', () => {
    const interest = told(CONFIGURED, REFUSED);
    expect(interest).toContain(SOFT);
    expect(interest).not.toContain('400 MiB');
  });

  it('is told before the errors that follow from it, and once with a configuration', () => {
    const error = REFUSED.replace('warn', 'error').replace('Memory usage is above soft limit. Refusing data.',
      'Failed to scrape').replace('"cur_mem_mib": 162', '"error": "data refused due to high memory usage"');
    expect(told(CONFIGURED, error)).toMatch(/^(?:The memory limiter refuses data\. By|.*The memory limiter of the )/);
    const config = told('receivers:', '  otlp:', 'processors:', '  memory_limiter:', '    limit_mib: 400',
      '    spike_limit_mib: 250', 'exporters:', '  debug:', 'service:', '  pipelines:', '    metrics:',
      '      receivers: [otlp]', '      exporters: [debug]', '',
      'The sender gets "rpc error: desc = data refused due to high memory usage".');
    expect(config).toContain('refuses data above its soft limit, 150 MiB (limit_mib 400 less spike_limit_mib 250).');
    expect(config).toMatch(/The text shows that it refuses data\.$/);
  });

  it('is told from a configuration beside the log', () => {
    expect(told('This is how it is set up:', '', '```yaml', 'processors:', '  memory_limiter:', '    limit_mib: 400',
      '    spike_limit_mib: 250', '```', '', 'and this is what it logs:', '', '```', REFUSED, '```')).toContain(SOFT);
  });

  it.each([
    ['a spike limit that is not set', 'limit_mib: 500', '400 MiB (limit_mib 500 less the spike limit, by default 20 % '
      + 'of it)'],
    ['shares', 'limit_percentage: 80\nspike_limit_percentage: 25', '55 % of its memory (limit_percentage 80 less '
      + 'spike_limit_percentage 25)'],
    ['shares of a known total', '"total_memory_mib": 2000, "limit_percentage": 80, "spike_limit_percentage": 25',
      '55 % of its memory, 1,100 MiB of 2000 MiB (limit_percentage 80 less spike_limit_percentage 25)'],
    ['Grafana Alloy', 'otelcol.processor.memory_limiter "a" {\n  limit          = "1000MiB"\n  spike_limit    = '
      + '"400MiB"\n}', '600 MiB (limit 1000 MiB less spike_limit 400 MiB)'],
    ['two Collectors', 'limit_mib: 500\nlimit_mib: 900', null], ['no limit', 'spike_limit_mib: 900', null],
    ['a spike limit that is not valid', 'limit_mib: 500\nspike_limit_mib: 500', null],
  ])('of %s', (_, text, soft) => { expect(softLimit(text)).toBe(soft); });
});

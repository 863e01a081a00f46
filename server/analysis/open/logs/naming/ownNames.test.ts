import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: readonly string[]): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(lines.join('\n')));

it('a Cortex that uploads blocks is not Thanos, in JSON and in logfmt', () => {
  expect(of(
    '{"caller":"main.go:209","level":"info","msg":"Starting '
      + 'Cortex","ts":"2024-01-02T03:04:05Z","version":"(version=1.16.0, branch=release-1.16, revision=abc)"}',
    '{"caller":"shipper.go:334","id":"01HKB0000000000000000000AA","level":"info","msg":"upload new block",'
      + '"ts":"2024-01-02T05:04:05Z","user":"team-x"}',
  )).toMatchObject({ name: 'a log of Cortex 1.16.0', program: 'Cortex' });
  expect(of(
    'level=info ts=2024-01-02T03:04:05Z caller=cortex.go:450 msg="Cortex started"',
    'level=info ts=2024-01-02T05:04:05Z caller=shipper.go:334 msg="upload new block" id=01HKB0000000000000000000AA',
  ).program).toBe('Cortex');
});

const RELOADER = [
  'level=info ts=2024-01-02T03:04:05.1Z caller=main.go:147 msg="Starting prometheus-config-reloader" '
    + 'version="(version=0.70.0, branch=, revision=abc)"',
  ...[6, 7, 8].map((second) => `level=error ts=2024-01-02T03:04:0${second}.2Z caller=runutil.go:101 msg="function `
    + 'failed. Retrying in next tick" err="trigger reload: reload request failed: Post '
    + '\\"http://localhost:9090/-/reload\\": dial tcp 127.0.0.1:9090: connect: connection refused"'),
];

it('the configuration reloader is named by itself, not by the library of Thanos', () => {
  expect(of(...RELOADER)).toMatchObject({ program: 'prometheus-config-reloader', version: '0.70.0' });
});

it('its refused reloads follow from a Prometheus that does not start', () => {
  const prometheus = [4, 6, 8].map((second) => `level=error ts=2024-01-02T03:04:0${second}.1Z caller=main.go:347 `
    + 'msg="Error loading config (--config.file=/etc/p.yml)" err="parsing YAML file /etc/p.yml: yaml: line 3: no key"');
  const both = (lead: readonly string[]): string => of(
    ...lead.map((line) => `prom-0 prometheus ${line}`), ...RELOADER.map((line) => `prom-0 config-reloader ${line}`)
  ).interest ?? '';
  expect(both(prometheus)).toContain('That follows from it: Prometheus does not run.');
  expect(both(prometheus)).not.toContain('Nothing listens at that address');
});

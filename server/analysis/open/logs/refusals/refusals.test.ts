/** Tests messages about rejected configurations as programs print them on a terminal, without time and level. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { straySection } from './straySections.ts';

const told = (text: string): [string | null, string | null] => {
  const { program, interest } = recognize(new TextEncoder().encode(text));
  return [program, interest];
};

const NO_KEY = 'A line of the YAML file does not fit into its map, by its indentation or a quotation mark that is open '
  + 'above it: compare it with the lines above it, then check the file (yamllint; promtool check config for '
  + 'Prometheus).';

describe('a configuration that is rejected', () => {
  it.each([
    ['failed parsing config: /etc/loki/config.yaml: yaml: line 12: did not find expected key', 'Loki',
      'Loki rejects its configuration /etc/loki/config.yaml: yaml: line 12: did not find expected key. ' + NO_KEY],
    ['failed parsing config: failed to parse configFile /conf/tempo.yaml: yaml: unmarshal errors:\n'
      + '  line 7: field ingester_x not found in type app.Config', 'Tempo',
    'Tempo rejects its configuration /conf/tempo.yaml: line 7: field ingester_x not found in type app.Config.'],
    ['error loading config from /etc/mimir.yaml: Error parsing config file: yaml: unmarshal errors:\n'
      + '  line 3: field foo not found in type mimir.Config', 'Mimir',
    'Mimir rejects its configuration /etc/mimir.yaml: line 3: field foo not found in type mimir.Config.'],
    ['parsing YAML file prometheus.yml: yaml: line 5: did not find expected key', 'Prometheus',
      'Prometheus rejects its configuration prometheus.yml: yaml: line 5: did not find expected key. ' + NO_KEY],
    ['Checking \'alertmanager.yml\'  FAILED: undefined receiver "x" used in route', 'Alertmanager',
      'Alertmanager rejects its configuration alertmanager.yml: undefined receiver "x" used in route.'],
    ['cannot parse "/etc/vmalert/rules.yml": unsupported expression type: "x"', 'VictoriaMetrics',
      'vmalert rejects its configuration /etc/vmalert/rules.yml: unsupported expression type: "x".'],
    ['Error: failed to get config: cannot unmarshal the configuration: decoding failed due to the following error(s):'
      + '\n\n\'exporters\' unknown type: "logging" for id: "logging"', 'OpenTelemetry Collector',
    'OpenTelemetry Collector rejects its configuration: \'exporters\' unknown type: "logging" for id: "logging".'],
    ['loki-1  | failed parsing config: /etc/loki/a.yaml: open /etc/loki/a.yaml: no such file or directory', 'Loki',
      'Loki rejects its configuration /etc/loki/a.yaml: open /etc/loki/a.yaml: no such file or directory.'],
    ['> failed parsing config: /cfg/a.yaml: yaml: unmarshal errors:\n>   line 2: field a not found in type b.C', null,
      'The configuration /cfg/a.yaml is rejected: line 2: field a not found in type b.C.'],
  ])('%s', (text, program, fact) => { expect(told(text)).toEqual([program, fact]); });

  it('of two containers of docker compose, each by its own program', () => {
    const { program, interest } = recognize(new TextEncoder().encode([
      'mimir-1  | error loading config from /etc/mimir.yaml: Error parsing config file: yaml: unmarshal errors:',
      'mimir-1  |   line 12: field shared_store not found in type mimir.Config',
      'tempo-1  | failed parsing config: failed to parse configFile /etc/tempo.yaml: yaml: unmarshal errors:',
      'tempo-1  |   line 30: field a not found in type overrides.legacyConfig', 'mimir-1 exited with code 1',
      'tempo-1 exited with code 1',
    ].join('\n')));
    expect(program).toBe('Mimir');
    expect(interest).toContain('Mimir rejects its configuration /etc/mimir.yaml: line 12: field shared_store');
    expect(interest).toContain('Tempo rejects its configuration /etc/tempo.yaml: line 30: field a not found');
    expect(interest).not.toContain('Tempo: Tempo');
  });

  it('within what docker compose prints: a section of another program, and how the container ended', () => {
    expect(told([
      'After the upgrade:', '', '$ docker-compose up', '',
      'loki_1          | failed parsing config: /etc/loki/local.yaml: yaml: unmarshal errors:',
      'loki_1          |   line 9: field positions not found in type loki.ConfigWrapper',
      'app_promtail_1 exited with code 0', 'app_loki_1 exited with code 1',
    ].join('\n'))).toEqual(['Loki', 'Loki rejects its configuration /etc/loki/local.yaml: line 9: field positions not '
      + 'found in type loki.ConfigWrapper. The section positions is of Promtail, not of Loki: move it to the file of '
      + 'Promtail, and see which file each of the two reads (-config.file, the mounts of a container). The container '
      + 'app_loki_1 exited with code 1.']);
  });

  it.each([
    ['a field of no other program', 'Loki', 'line 9: field position not found in type loki.ConfigWrapper'],
    ['a section of its own', 'Promtail', 'line 2: field scrape_configs not found in type config.Config'],
    ['no known program', null, 'line 2: field positions not found in type loki.Config'],
  ])('is of no other program: %s', (_, program, reason) => { expect(straySection(program, reason)).toBeNull(); });

  it('sentences about configurations are none', () => {
    expect(recognize(new TextEncoder().encode('We load the configuration from /etc/a.yaml: it works, and nothing is '
      + 'failed or rejected by Loki.\n')).format).not.toBe('refused-configuration');
  });

  it('a log with such a line stays a log', () => {
    const line = (second: number): string => `2026-01-02T03:04:0${second}Z INFO start of the part ${second}`;
    expect(recognize(new TextEncoder().encode([line(1), line(2), line(3), line(4),
      'failed parsing config: /a.yaml: yaml: line 2: x'].join('\n'))).door).toBe('log');
  });
});

/** Tests what errors of YAML mean, and what is reported for the file beside them. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { yamlFile } from './yamlFile.ts';

const FACTS = 'It logged the error "yaml: line 6: found character that cannot start any token".';
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const START = ['scrape_configs:', '  - job_name: db'];

describe('an error of YAML', () => {
  it('is reported with its line, its meaning and the faults of the file', () => {
    const said = of('level=error ts=2026-01-02T03:04:05.1Z caller=main.go:126 msg="Error loading config (--config.file='
      + 'p.yml)" err="parsing YAML file p.yml: yaml: line 4: found character that cannot start any token"', '',
    'The file:', '', '```', 'global:', '  scrape_interval: 5s', ...START, 'static_configs:',
    '    -targets: [\'a:9100\']', '      labels:', '        a: b', '```', '');
    expect(said).toContain('yaml: line 4: found character that cannot start any token');
    expect(said).toContain('is indented with a tab, or a value in it begins with @, % or a back quote');
    expect(said).toContain('In the file that the text shows, "-targets:" has no blank behind its dash, and '
      + 'static_configs is not indented under its job.');
  });

  it.each([
    ['did not find expected key', 'does not fit into its map'],
    ['mapping values are not allowed in this context', 'has a colon where a value'],
    ["could not find expected ':'", 'without a colon where it expects a key'],
    ['found unexpected end of stream', 'is not closed'],
  ])('%s', (error, meaning) => {
    expect(of(`Error loading config from /etc/mimir/mimir.yaml: Error parsing config file: yaml: line 7: ${error}`))
      .toContain(meaning);
  });
});

describe('the file beside it', () => {
  it.each([
    ['a tab', ['a:', '\tname: 1', '  c: 2'], '"name:" is indented with a tab'],
    ['a colon', ['- job_name:\'db\'', '  scheme: http'], '"job_name:\'db\'" has no blank behind its colon'],
    ['an open mark', ['- channel: a', '  text: "{{ .Value }}', '  send_resolved: true'], 'mark behind "text:" is not'],
    ['an old name', [...START, '    target_groups:', '      - targets: [a]'], 'static_configs since Prometheus 0.20'],
  ])('has %s', (_, lines, fault) => { expect(yamlFile(FACTS, lines.join('\n'))).toContain(fault); });

  it.each([
    ['a good file', FACTS, [...START, '    static_configs:', '      - targets: [\'a:9100\']']],
    ['a value of two lines', FACTS, ['a: "one', '  two"', 'b: \'it\'\'s\'', 'c: 1']],
    ['flags', FACTS, ['The flags are', '-web.listen-address=:9090', '-verbose: more lines', '']],
    ['another error', 'It logged the error "disk full".', ['a:', '  -targets: [a]', '  b: 1']],
    ['a next section', FACTS, [...START, 'remote_write:', '  - url: http://a']],
  ])('nothing of %s', (_, facts, lines) => { expect(yamlFile(facts, lines.join('\n'))).toBeNull(); });
});

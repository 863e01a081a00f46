import { describe, expect, it } from 'vitest';
import type { DiscoveryJob } from '../configTypes.ts';
import { parseConfigText } from '../configFile.ts';

const FILE = '/etc/scope/tsdbscope.yml';

function jobs(text: string): DiscoveryJob[] {
  return parseConfigText(FILE, text).discovery ?? [];
}

describe('keys that find targets', () => {
  it('stand beside targets, with rules for what they find', () => {
    const [job, ...others] = jobs(`
scrape_interval: 5s
storage: {query_url: 'http://thanos:10902'}
profiling: true
file_sd_configs: [{files: [sd/*.yml, /srv/more.json], refresh_interval: 1m}]
http_sd_configs: [{url: 'http://cmdb/targets?team=a', basic_auth: {username: u, password: p}}]
dns_sd_configs: [{names: [_tsdb._tcp.example.org]}, {names: [prom.example.org], type: a, port: 9090}]
prometheus_sd: [{url: 'http://prom:9090/base/', jobs: [thanos]}]
relabel_configs: [{action: Keep, source_labels: [job], regex: tsdb}]
`);
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      jobName: '', scrapeIntervalMs: 5000, scheme: 'http', metricsPath: '/metrics',
      settings: {
        scrapeIntervalMs: 5000, scrapeTimeoutMs: 10_000, queryUrl: { url: 'http://thanos:10902' },
        profiling: { on: true },
      },
      rules: [{ action: 'keep', sourceLabels: ['job'], separator: ';', replacement: '$1', targetLabel: '' }],
      sources: [
        { kind: 'file', files: ['/etc/scope/sd/*.yml', '/srv/more.json'], refreshMs: 60_000 },
        {
          kind: 'http', refreshMs: 60_000,
          endpoint: { url: 'http://cmdb', path: '/targets?team=a', basicAuth: { username: 'u', password: 'p' } },
        },
        { kind: 'dns', names: ['_tsdb._tcp.example.org'], type: 'SRV', port: 0, refreshMs: 30_000 },
        { kind: 'dns', names: ['prom.example.org'], type: 'A', port: 9090, refreshMs: 30_000 },
        {
          kind: 'prometheus', endpoint: { url: 'http://prom:9090', path: '/base' }, jobs: ['thanos'],
          refreshMs: 60_000,
        },
      ],
    });
  });

  it('stand in scrape_configs, each with its own defaults', () => {
    const [one, two] = jobs(`
scrape_configs:
  - job_name: one
    scheme: https
    metrics_path: /federate
    params: {'match[]': ['{job="x"}', up]}
    scrape_interval: 15s
    scrape_timeout: 5s
    basic_auth: {username: u, password: secret}
    node_exporter: auto
    static_configs: [{targets: ['a:1'], labels: {x: y}}]
  - job_name: two
    file_sd_configs: [{files: [a.json]}]
`);
    expect(one).toMatchObject({
      jobName: 'one', scheme: 'https', metricsPath: '/federate', params: { 'match[]': ['{job="x"}', 'up'] },
      scrapeIntervalMs: 15_000, scrapeTimeoutMs: 5000, nodeExporter: true,
      settings: { basicAuth: { username: 'u', password: 'secret' }, scrapeIntervalMs: 15_000 },
      sources: [{ kind: 'static', groups: [{ targets: ['a:1'], labels: { x: 'y' } }] }],
    });
    expect(two).toMatchObject({ jobName: 'two', nodeExporter: false, sources: [{ kind: 'file' }] });
  });

  // The second half are the mistakes that promtool 2.42 refuses too.
  it.each([
    ['relabel_configs: [{action: keep}]', 'relabel_configs: applies to targets that are found'],
    ['file_sd_configs: [{}]', 'file_sd_configs[0].files: is missing'],
    ['file_sd_configs: [{files: [a.txt]}]', '"a.txt" must end in .json'],
    ['file_sd_configs: [{files: ["*/a.yml"]}]', '"*/a.yml" must end in .json'],
    ['file_sd_configs: [{files: [a.yml], refresh_interval: 500ms}]', 'must be at least 1s'],
    ['http_sd_configs: [{}]', 'http_sd_configs[0].url: is missing'],
    ['http_sd_configs: [{url: "ftp://x"}]', 'is not an address'],
    ['http_sd_configs: [{url: "http://u:p@x/y"}]', 'give them as basic_auth'],
    ['dns_sd_configs: [{names: [a], type: A}]', 'must be a port'],
    ['dns_sd_configs: [{names: [a], type: TXT}]', 'must be one of SRV'],
    ['prometheus_sd: [{url: "http://a", job: [x]}]', 'unknown key (did you mean "jobs"'],
    ['target_limit: 0', 'must be a whole number from 1'],
    ['scrape_configs: [{scheme: http}]', 'job_name: is missing'],
    ['scrape_configs: [{job_name: a}, {job_name: a}]', 'two jobs are named "a"'],
    ['scrape_configs: [{job_name: a, scheme: ftp}]', 'must be http or https'],
    ['scrape_configs: [{job_name: a, node_exporter: "http://x:9100"}]', 'must be auto here'],
    [rule('action: dorp'), 'is no action (did you mean "drop"'],
    [rule('regex: "("'), 'regex: is not a regular expression: a ( has no )'],
    [rule('source_labels: [a-b]'), '"a-b" is not the name of a label'],
    [rule('action: replace'), 'target_label: is missing'],
    [rule('action: hashmod, target_label: a'), 'modulus: must be a whole number'],
    [rule('action: hashmod, target_label: "$1", modulus: 2'), '"$1" is not the name of a label'],
    [rule('target_label: "a-b"'), '"a-b" is not the name of a label'],
    [rule('action: labelmap, replacement: "-"'), 'makes no name of a label'],
    [rule('action: labeldrop, regex: a, source_labels: [b]'), 'source_labels: does not go with the action labeldrop'],
    [rule('action: labelkeep, regex: a, target_label: b'), 'target_label: does not go with the action labelkeep'],
    [rule('action: keepequal, source_labels: [a], target_label: b, regex: c'), 'regex: does not go with'],
    [rule('action: lowercase, target_label: b, replacement: c'), 'replacement: does not go with'],
  ])('%s is refused', (text, words) => {
    expect(() => jobs(text)).toThrow(words);
    expect(() => jobs(text)).toThrow(`${FILE}:1: `);
  });

  it.each([
    'target_label: "${1}_x"', 'target_label: "a$1$2"', 'action: drop, target_label: a, replacement: b',
    'action: labeldrop, regex: a, separator: ";"', 'action: replace, target_label: a, separator: "", replacement: ""',
    'action: HASHMOD, source_labels: [a], target_label: a, modulus: 8, regex: x', 'action: keep',
  ])('the rule {%s} is accepted, as promtool does', (keys) => {
    expect(jobs(rule(keys))[0]?.rules).toHaveLength(1);
  });
});

function rule(keys: string): string {
  return `scrape_configs: [{job_name: a, relabel_configs: [{${keys}}]}]`;
}

import { elementAt } from '../../../core/elementAt.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommand } from './arguments.ts';
import { parseConfigText } from '../../kernel/config/configFile.ts';
import { parseDurationMs, parseSizeBytes } from '../../../core/text/durations.ts';
import { UsageError } from '../../kernel/config/usageError.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-config-'));
afterAll(() => { rmSync(folder, { recursive: true }); });

function run(args: string[], env: Record<string, string> = {}) {
  const command = readCommand(args, env);
  if (command.kind !== 'run' && command.kind !== 'check-config') throw new Error(command.kind);
  return command.config;
}

function mistakeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('no mistake was found');
}

describe('command line', () => {
  it('reads how long a start may take', () => {
    const {
      targets,
    } = parseConfigText('f.yml', 'targets:\n- {url: "http://a:1", startup_budget: 15m}\n- url: http://b:1\n');
    expect(targets.map(({ startupBudgetMs }) => startupBudgetMs)).toEqual([900_000, undefined]);
    expect(() => parseConfigText('f.yml', 'targets:\n- {url: "http://a:1", startup_budget: soon}\n'))
      .toThrow(/startup_budget/);
  });

  it('reads the memory limit of its container', () => {
    const {
      targets,
    } = parseConfigText('f.yml', 'targets:\n- {url: "http://a:1", memory_limit: 16GB}\n- url: http://b:1\n');
    expect(targets.map(({ memoryLimitBytes }) => memoryLimitBytes)).toEqual([parseSizeBytes('16GB'), undefined]);
    expect(() => parseConfigText('f.yml', 'targets:\n- {url: "http://a:1", memory_limit: much}\n'))
      .toThrow(/memory_limit/);
  });

  it('has the defaults of the design', () => {
    expect(run([]))
      .toMatchObject({ listenHost: '127.0.0.1', listenPort: 9797, dataDir: './data', targets: [], demo: false });
  });

  it('takes targets, and drops /metrics, a trailing slash and credentials from their address', () => {
    const { targets } = run(['http://localhost:9090/', 'https://u:p%40@example.org/prom/metrics']);
    expect(targets.map(({ name, url, basicAuth }) => ({ name, url, basicAuth }))).toEqual([
      { name: 'localhost:9090', url: 'http://localhost:9090', basicAuth: undefined },
      { name: 'example.org/prom', url: 'https://example.org/prom', basicAuth: { username: 'u', password: 'p@' } },
    ]);
  });

  it('prefers a flag over its environment variable over the file', () => {
    const file = join(folder, 'order.yml');
    writeFileSync(file, 'listen: 127.0.0.1:1111\ndata: from-file\n');
    expect(run(['--config', file]).dataDir).toBe('from-file');
    expect(run(['--config', file], { TSDBSCOPE_DATA: 'from-env' }).dataDir).toBe('from-env');
    expect(run(['--config', file, '--data', 'from-flag'], { TSDBSCOPE_DATA: 'from-env' }).dataDir).toBe('from-flag');
    expect(run([], { TSDBSCOPE_DEMO: 'true', TSDBSCOPE_LISTEN: '[::1]:80' }))
      .toMatchObject({ demo: true, listenHost: '::1', listenPort: 80 });
  });

  it.each([
    ['an unknown flag', ['--nope'], /--nope.*flags are --listen/],
    ['a flag without its value', ['--listen'], /--listen/],
    ['a port that is none', ['--listen', '127.0.0.1:99999'], /not HOST:PORT/],
    ['a target without scheme', ['localhost:9090'], /does not start with http/],
    ['a target that is no URL', ['::'], /not a URL/],
    ['a password with a percent sign that starts no escape', ['http://a:b%zz@h:1'], /user name or password .*"%25"/],
    ['a target with a query', ['http://h:1/?x=1'], /query/],
    ['a level of the log that is none', ['--log.level', 'loud'], /--log\.level "loud".*debug, info, warn, error/],
    ['an open door without password', ['--listen', '0.0.0.0:9797'], /no password is set.*--allow-anonymous/],
    ['a folder that is an unset variable', ['--data', ''], /^--data is empty; /],
    ['a file that is an unset variable', ['--config='], /^--config is empty; /],
    ['--check-config without file', ['--check-config'], /needs --config/],
    ['a file that is not there', ['--config', join(folder, 'absent.yml')], /absent\.yml.*cannot be read/],
  ])('says in one sentence what is wrong with %s', (_name, args, message) => {
    expect(mistakeOf(() => readCommand(args, {}))).toMatch(message);
    expect(mistakeOf(() => readCommand(args, {}))).not.toContain('\n');
  });

  it('says so when an environment variable is neither true nor false', () => {
    expect(mistakeOf(() => readCommand([], { TSDBSCOPE_DEMO: 'maybe' }))).toMatch(/TSDBSCOPE_DEMO="maybe"/);
  });

  it('reports where an invalid address is', () => {
    expect(mistakeOf(() => readCommand([], { TSDBSCOPE_LISTEN: 'nowhere' })))
      .toMatch(/^TSDBSCOPE_LISTEN "nowhere" is not HOST:PORT/);
    const file = join(folder, 'listen.yml');
    writeFileSync(file, 'targets: []\nlisten: nowhere\n');
    expect(mistakeOf(() => readCommand(['--config', file], {})))
      .toBe(`${file}:2: listen: "nowhere" is not HOST:PORT; write e.g. 127.0.0.1:9797 or [::1]:9797.`);
    writeFileSync(file, '\nlisten: 0.0.0.0:1\n');
    expect(mistakeOf(() => readCommand(['--config', file], {})))
      .toMatch(/listen\.yml:2: listen: 0\.0\.0\.0:1 can be reached from other machines/);
  });

  it('listens anywhere with --allow-anonymous or a password', () => {
    expect(run(['--listen', ':9797', '--allow-anonymous']).listenHost).toBe('0.0.0.0');
    const file = join(folder, 'auth.yml');
    writeFileSync(file, 'auth: {username: a, password: b}\n');
    expect(run(['--listen', '0.0.0.0:9797', '--config', file]).auth).toEqual({ username: 'a', password: 'b' });
  });
});

describe('configuration file', () => {
  it('reads targets with their own and the common settings', () => {
    writeFileSync(join(folder, 'token'), 'secret\n');
    const config = parseConfigText(join(folder, 'c.yml'), `
scrape_interval: 2s
targets:
  - name: eu
    url: http://eu:9090
    labels: {region: eu}
    authorization: {credentials_file: token}
  - url: http://us:9090
    scrape_interval: 500ms
    scrape_timeout: 3s
    basic_auth: {username: u, password: p}
    tls_config: {insecure_skip_verify: true}
retention: {time: 7d, size: 512MB}
allowed_hosts: [scope.example.org]
`);
    expect(config.targets[0]).toMatchObject({
      name: 'eu', scrapeIntervalMs: 2000, labels: { region: 'eu' },
      authorization: { type: 'Bearer', credentials: 'secret' },
    });
    expect(config.targets[1]).toMatchObject({
      name: 'us:9090', scrapeIntervalMs: 500, scrapeTimeoutMs: 3000, basicAuth: { username: 'u', password: 'p' },
      tls: { insecureSkipVerify: true },
    });
    expect(config).toMatchObject(
      { retentionMs: 7 * 86_400_000, retentionBytes: 512 * 2 ** 20, allowedHosts: ['scope.example.org'] }
    );
  });

  it.each([
    [
      'an unknown key', 'targets:\n  - url: http://a:1\n    scrape_intervall: 1s\n',
      /^f\.yml:3: targets\[0\]\.scrape_intervall: unknown key \(did you mean "scrape_interval"\?\); known here: /,
    ],
    [
      'a key that appears twice', 'targets:\n- url: http://a:1\n  name: a\n  name: b\n',
      /^f\.yml:4: name: appears twice; keep one of them\.$/,
    ],
    [
      'a tab before a key', 'targets:\n\t- url: http://a:1\n',
      /^f\.yml:2: Tabs are not allowed as indentation; check the indentation and quotes there\.$/,
    ],
    [
      'a slip in a key that is read last', 'auht: {username: a, password: b}\n',
      /^f\.yml:1: auht: unknown key \(did you mean "auth"\?\); known here: access, add_targets, alerting, /,
    ],
    [
      'a slip in a key of a target', 'targets:\n- {url: "http://a:1", basic_atuh: {username: a, password: b}}\n',
      /known here: authorization, basic_auth, .*tls_config, triggers, url/,
    ],
    [
      'an interval that no timer can wait', 'scrape_interval: 30d\n',
      /^f\.yml:1: scrape_interval: "30d" is longer than a day\.$/,
    ],
    [
      'a timeout that no timer can wait', 'targets:\n- {url: "http://a:1", scrape_timeout: 1y}\n',
      /^f\.yml:2: targets\[0\]\.scrape_timeout: "1y" is longer than a day\.$/,
    ],
    ['an unknown key at the top', 'listne: x\n', /^f\.yml:1: listne: unknown key/],
    ['a duration that is none', '\nscrape_interval: soon\n', /^f\.yml:2: scrape_interval: "soon" is not a duration/],
    ['a target without URL', 'targets:\n- name: a\n', /^f\.yml:2: targets\[0\]\.url: is missing/],
    [
      'a target with a bad URL', 'targets:\n- name: a\n  url: ftp://a\n',
      /^f\.yml:3: targets\[0\]\.url: "ftp:\/\/a" does not start/,
    ],
    [
      'two targets of one name', 'targets:\n- url: http://a:1\n- url: http://a:1\n',
      /^f\.yml:1: targets: two targets are named "a:1"/,
    ],
    [
      'a name that no URL can hold', 'targets:\n- url: http://a:1\n  name: ..\n',
      /^f\.yml:3: targets\[0\]\.name: must not be ".."/,
    ],
    ['broken YAML', 'targets: [\n', /^f\.yml:\d+: /],
    ['a list at the top', '- a\n', /^f\.yml:1: the file must hold keys/],
    [
      'an engine that is only an address', 'storage: {remote_write: http://x}\n',
      /^f\.yml:1: storage\.remote_write: must be a list/,
    ],
    [
      'a query address that is none', 'storage: {query_url: nowhere}\n',
      /^f\.yml:1: storage\.query_url: "nowhere" is not a URL/,
    ],
    [
      'a node_exporter that is not an address', 'targets:\n- url: http://a:1\n  node_exporter: on\n',
      /^f\.yml:3: .*node_exporter: "on" is not a URL; write http:.*:9100, or auto for port 9100 on the target's host/,
    ],
    [
      'a node_exporter under another scheme', 'targets:\n- url: http://a:1\n  node_exporter: a:9100\n',
      /^f\.yml:3: targets\[0\]\.node_exporter: "a:9100" does not start with http:.* write http:\/\/HOST:9100/,
    ],
    [
      'a node_exporter with a query',
      'targets:\n- url: http://a:1\n  node_exporter: http://a:9100/metrics?collect[]=cpu\n',
      /^f\.yml:3: targets\[0\]\.node_exporter: .* has a query or fragment/,
    ],
    [
      'a node_exporter left empty', 'targets:\n- url: http://a:1\n  node_exporter:\n',
      /^f\.yml:3: targets\[0\]\.node_exporter: is empty; write http:\/\/HOST:9100/,
    ],
    [
      'a node_exporter that is a list', 'targets:\n- url: http://a:1\n  node_exporter: [a]\n',
      /^f\.yml:3: targets\[0\]\.node_exporter: must be/,
    ],
    [
      'password and password_file', 'auth: {username: a, password: b, password_file: c}\n',
      /give password or password_file/,
    ],
    ['a secret file that is absent', 'auth: {username: a, password_file: nowhere}\n', /"nowhere" cannot be read/],
    ['a size that is none', 'retention: {size: much}\n', /retention\.size: "much" is not a size/],
    ['an interval that is too short', 'targets:\n- url: http://a:1\n  scrape_interval: 10ms\n', /at least 100ms/],
  ])('names file, line and key of %s', (_name, text, message) => {
    expect(mistakeOf(() => parseConfigText('f.yml', text))).toMatch(message);
  });
});

describe('profiles during a replay', () => {
  it.each([
    ['are taken when nothing is said', '', undefined],
    ['are switched off for all', 'replay_profiles: false\n', false],
    ['are switched on for one', 'replay_profiles: false\n', true],
  ])('%s', (_, common, expected) => {
    const own = expected === true ? '  replay_profiles: true\n' : '';
    expect(
      elementAt(parseConfigText('f.yml', `${common}targets:\n- url: http://a:1\n${own}`).targets, 0).replayProfiles
    ).toBe(expected);
  });
});

describe('the node_exporter of a target', () => {
  const read = (lines: string) =>
    parseConfigText('f.yml', `targets:\n- ${lines.split('\n').join('\n  ')}\n`).targets[0];

  it.each([
    ['by its address', 'url: http://a:9090\nnode_exporter: http://b:9100', { url: 'http://b:9100' }],
    [
      'with /metrics, which is dropped', 'url: http://a:9090\nnode_exporter: http://b:9100/metrics',
      { url: 'http://b:9100' },
    ],
    [
      'with a password, kept out of the address', 'url: http://a:9090\nnode_exporter: http://me:secret@b:9100/',
      { url: 'http://b:9100', basicAuth: { username: 'me', password: 'secret' } },
    ],
    [
      'auto: on the host of the target', 'url: https://a.example:8443/prom\nnode_exporter: auto',
      { url: 'http://a.example:9100' },
    ],
    ['auto: on an IPv6 host', 'url: http://[::1]:9090\nnode_exporter: auto', { url: 'http://[::1]:9100' }],
    ['not at all', 'url: http://a:9090', undefined],
  ])('is named %s', (_how, lines, expected) => {
    expect(read(lines)?.nodeExporter).toEqual(expected);
  });
});

describe('where the past of the targets is asked for', () => {
  it('is one server for all, its password kept out of its address', () => {
    const { targets } = parseConfigText(
      'f.yml',
      'targets:\n- url: http://a:1\n- url: http://b:1\nstorage: {query_url: "http://me:secret@thanos:10902/"}\n'
    );
    expect(targets.map(({ queryUrl }) => queryUrl))
      .toEqual(Array(2).fill({ url: 'http://thanos:10902', basicAuth: { username: 'me', password: 'secret' } }));
  });

  it('is the target itself when not said', () => {
    expect(parseConfigText('f.yml', 'targets:\n- url: http://a:1\n').targets[0]).not.toHaveProperty('queryUrl');
  });
});

describe('durations and sizes', () => {
  it.each([
    ['15s', 15_000], ['1h30m', 5_400_000], ['500ms', 500], ['90', 90_000], ['1.5', 1500], ['2w', 1_209_600_000],
    ['', null], ['30m1h', null], ['s', null],
  ])('reads the duration "%s"', (text, ms) => { expect(parseDurationMs(text)).toBe(ms); });
  it.each([
    ['512MB', 536_870_912], ['1GiB', 2 ** 30], ['16Gi', 16 * 2 ** 30], ['1.5GB', 1_610_612_736], ['12', null],
    ['1 XB', null],
  ])('reads the size "%s"', (text, bytes) => { expect(parseSizeBytes(text)).toBe(bytes); });
});

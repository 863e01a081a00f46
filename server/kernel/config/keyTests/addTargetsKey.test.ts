import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../program/cli/arguments.ts';
import { addTargetsOf } from '../addTargetsKey.ts';
import { parseConfigText } from '../configFile.ts';

const read = (text: string): string[] | undefined =>
  parseConfigText('c.yml', text).addTargets?.allow?.map((rule) => rule.text);

describe('add_targets', () => {
  it('reads hosts, addresses, ranges, names below one, and ports', () => {
    const items = [
      'localhost', 'localhost:9090', '10.1.2.3', '10.1.0.0/16:9090', '10.0.0.0/8:9000-9100', '0.0.0.0/0', 'fd00::1',
      'fd00::/8', '[fd00::/8]:9090', 'prometheus:9090', 'prom-1.example.org', '*.example.org:9090',
    ];
    expect(read(`add_targets: {allow: ${JSON.stringify(items)}}`)).toEqual(items);
    expect(read('add_targets: {allow: []}')).toEqual([]);
    expect(read('add_targets: {}')).toBeUndefined();
    expect(read('targets: [{url: "http://a:9090"}]')).toBeUndefined();
  });

  it.each([
    ['http://a:9090', /is no host, address or range/], ['10.0.0.0/33', /is no host, address or range/],
    ['10.0.0.256', /is no host/], ['127.1', /is no host/], ['2130706433', /is no host/], ['*', /is no host/],
    ['a.*.org', /is no host/], ['a..b', /is no host/], ['a:0', /no port/], ['a:70000', /no port/], ['a:9-8', /no port/],
    ['a:http', /is no host/], ['169.254.0.0/16', /is a metadata service|is a link-local address/],
    ['169.254.169.254', /is a metadata service/], ['[::ffff:0:0/96]', /is an IPv4 address inside/],
    ['fe80::/10', /is a link-local address/], ['64:ff9b::/96', /inside an IPv6/], ['', /list of texts/],
  ])('refuses %j and names the place', (item, why) => {
    expect(() => read(`targets: []\nadd_targets:\n  allow: [${JSON.stringify(item)}]`)).toThrow(why);
    expect(() => read(`targets: []\nadd_targets:\n  allow: [${JSON.stringify(item)}]`)).toThrow(/^c\.yml:3: add_tar/);
  });

  it('takes the defaults of targets, and neither headers nor credentials', () => {
    const { addTargets } = parseConfigText('c.yml', [
      'scrape_interval: 5s', 'profiling: true', 'http_headers: {X-Api-Key: secret}',
      'storage: {query_url: "http://t:1"}',
    ].join('\n'));
    expect(addTargets?.settings).toMatchObject({
      scrapeIntervalMs: 5000, scrapeTimeoutMs: 10_000, profiling: { on: true }, queryUrl: { url: 'http://t:1' },
    });
    expect(JSON.stringify(addTargets)).not.toContain('secret');
  });
});

describe('without the key', () => {
  const settings = { scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000 };
  const own: Parameters<typeof addTargetsOf>[2] = {
    listenHost: '127.0.0.1', allowedHosts: [], access: { roles: {}, defaultRole: 'admin' },
    embed: { frameAncestors: [] },
  };
  const allowed = (more: Partial<typeof own>): string[] =>
    addTargetsOf(undefined, settings, { ...own, ...more }).allow.map(({ text }) => text);

  it('loopback may be added by who sits at this machine, and nothing where others come in', () => {
    expect(allowed({})).toEqual(['localhost']);
    const shared: Partial<typeof own>[] = [
      { listenHost: '0.0.0.0' }, { listenHost: '10.0.0.1' }, { allowedHosts: ['scope.example.org'] },
      { auth: { username: 'a', password: 'b' } },
      { web: { files: [], changedMs: 0, users: new Map(), headers: [] } as never },
      {
        access: {
          roles: {}, defaultRole: 'viewer', proxy: { from: [], userHeader: '', groupsHeader: '', groups: {} },
        },
      },
      { embed: { frameAncestors: [], externalUrl: 'https://scope.example.org' } },
    ];
    for (const more of shared) expect(allowed(more)).toEqual([]);
  });

  it('holds for a start from the command line', () => {
    const started = (...args: string[]) => {
      const command = readCommand(args, {});
      return command.kind === 'run' ? command.config.addTargets : null;
    };
    expect(started()).toMatchObject({ isDefault: true, allow: [{ text: 'localhost' }] });
    expect(started('--listen', '0.0.0.0:9797', '--allow-anonymous')).toMatchObject({ allow: [] });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configSecrets } from '../../../data/scrape/secrets.ts';
import { parseConfigText } from '../configFile.ts';
import type { AlertingConfig } from '../configTypes.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-alerting-'));
afterAll(() => { rmSync(folder, { recursive: true }); });
writeFileSync(join(folder, 'token'), 'am-token\n');

const parse = (text: string): AlertingConfig | undefined => parseConfigText(join(folder, 'c.yml'), text).alerting;
const mistake = (text: string): string => {
  try {
    parse(`alerting:\n  ${text}\n`);
  } catch (error) {
    return (error as Error).message.replace(/^.*?c\.yml:\d+: alerting\./, '');
  }
  return '';
};

describe('the key alerting', () => {
  it('takes Alertmanagers in the form of Prometheus, and webhooks', () => {
    expect(parse(`
alerting:
  external_url: https://scope.example.org/t/
  for: 2m
  resend_interval: 30s
  severity: [critical]
  pictures: false
  alertmanagers:
    - scheme: https
      path_prefix: /am/
      api_version: v2
      timeout: 5s
      authorization: {credentials_file: token}
      static_configs: [{targets: ['am-1:9093', '[::1]:9093']}]
    - {static_configs: [{targets: [am-2]}]}
  webhooks:
    - {url: 'https://hooks.example/services/x?y=1', basic_auth: {username: a, password: b}}
    - {url: 'https://hooks.example/other'}
    - {url: 'https://hooks.example/', name: chat}
`)).toEqual({
      externalUrl: 'https://scope.example.org/t', forMs: 120_000, resendMs: 30_000, severities: ['critical'],
      pictures: false,
      receivers: [
        ...['am-1:9093', '[::1]:9093'].map((address) => ({
          kind: 'alertmanager', name: address, url: `https://${address}`, path: '/am/api/v2/alerts', timeoutMs: 5000,
          authorization: { type: 'Bearer', credentials: 'am-token' },
        })),
        { kind: 'alertmanager', name: 'am-2', url: 'http://am-2', path: '/api/v2/alerts', timeoutMs: 10_000 },
        {
          kind: 'webhook', name: 'hooks.example', url: 'https://hooks.example', path: '/services/x?y=1',
          timeoutMs: 10_000, basicAuth: { username: 'a', password: 'b' },
        },
        {
          kind: 'webhook', name: 'hooks.example (2)', url: 'https://hooks.example', path: '/other', timeoutMs: 10_000,
        },
        { kind: 'webhook', name: 'chat', url: 'https://hooks.example', path: '/', timeoutMs: 10_000 },
      ],
    });
    expect(parse('alerting: {}')).toMatchObject({
      receivers: [], forMs: 60_000, resendMs: 60_000, severities: ['warning', 'critical'], pictures: true,
    });
  });

  it.each([
    ['alertmanagers: [{}]', 'alertmanagers[0].static_configs: names no Alertmanager; write [{targets: [HOST:9093]}].'],
    [
      'alertmanagers: [{static_configs: [{targets: ["http://am:9093"]}]}]',
      'alertmanagers[0].static_configs[0].targets: "http://am:9093" is not HOST:PORT; the scheme has a key of its own.',
    ],
    ['alertmanagers: [{api_version: v1}]', 'alertmanagers[0].api_version: "v1" is not supported; write v2.'],
    ['alertmanagers: [{scheme: ftp}]', 'alertmanagers[0].scheme: must be http or https.'],
    [
      'alertmanagers: [{path_prefix: "/a b"}]',
      'alertmanagers[0].path_prefix: "/a b" is not a path such as /alertmanager.',
    ],
    ['severity: [bad]', 'severity: "bad" is not a severity; write some of info, warning, critical.'],
    ['webhooks: [{}]', 'webhooks[0].url: is missing; write it as http://HOST:PORT/PATH.'],
    ['webhooks: [{url: "http://h/", secret: x}]', 'webhooks[0].secret: unknown key; known here: '],
    ['external_url: nowhere', 'external_url: "nowhere" is not an address of tsdbscope; '],
  ])('refuses %s', (text, words) => {
    expect(mistake(text)).toContain(words);
  });

  it('has secrets: credentials, and long parts of the addresses of webhooks', () => {
    const alerting = parse(`
alerting:
  alertmanagers: [{static_configs: [{targets: [a]}], authorization: {credentials: am-token}}]
  webhooks: [{url: 'https://hooks.example/services/T0123456789abcdef?key=abcdef0123456789'}]
`);
    expect(configSecrets({ targets: [], ...(alerting && { alerting }) }))
      .toEqual(['T0123456789abcdef', 'abcdef0123456789', 'am-token']);
  });
});

import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../core/time/clock.ts';
import { ok } from '../../../core/result.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import { Redactor } from '../incident/redaction.ts';
import { configureLog, logLine } from '../../kernel/logging/log.ts';
import { clientFor, closeAll, closers, fetchFrom } from '../../../testdata/fetched.ts';
import { startTestTarget } from '../../../testdata/testTarget.ts';
import { ProfileCapturer } from './captureProfile.ts';
import { HistoryReader } from './history/historyReader.ts';
import { configSecrets, targetSecrets } from './secrets.ts';

afterEach(closeAll);

const TOKEN = `eyJ${'a1'.repeat(300)}`;
const HEADERS: TargetConfig['headers'] = [
  { name: 'X-Scope-OrgID', values: ['team-a'], isSecret: false },
  { name: 'X-Api-Key', values: [TOKEN, 'second-secret'], isSecret: true },
];

it('go with metrics, profiles and queries of the target, and with every redirect on it', async () => {
  const seen: Record<string, IncomingHttpHeaders> = {};
  const listener: RequestListener = (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    seen[path] = request.headers;
    if (path === '/metrics') response.writeHead(302, { location: '/moved' }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('up 1\n');
  };
  await fetchFrom(listener, 1000, { headers: HEADERS });
  const target = await startTestTarget(listener);
  closers.push(() => target.close());
  const client = clientFor(target.url, { headers: HEADERS });
  await new ProfileCapturer(client).capture({ kind: 'heap', seconds: 0, gc: false });
  const history = new HistoryReader({
    client, nodeNames: [], names: () => ['up'], clock: systemClock,
    take: () => Promise.resolve(ok({ rows: 0, firstMs: null })),
  });
  history.update({ up: true, kind: 'prometheus', processStartSeconds: 1 });
  await expect.poll(() => Object.keys(seen).filter((path) => path.startsWith('/api/'))).not.toEqual([]);
  await history.stop();
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(['/metrics', '/moved', '/debug/pprof/heap']));
  for (const [path, headers] of Object.entries(seen)) expect(headers, path).toMatchObject({
    'x-scope-orgid': 'team-a', 'x-api-key': `${TOKEN}, second-secret`, 'user-agent': 'tsdbscope',
  });
});

it('secret ones are in no sentence, though the target repeats them', async () => {
  const refused = await fetchFrom((_, response) => {
    response.writeHead(401, { 'content-type': 'text/plain' }).end(`key ${TOKEN} of team-a is unknown\n`);
  }, 1000, { headers: HEADERS });
  expect(refused.error?.message).toContain('refused');
  expect(refused.error?.message).toContain('It said: "key (redacted) of team-a is unknown"');
  const odd = await fetchFrom((_, response) => {
    response.writeHead(200, { 'content-type': `text/second-secret` }).end('up 1\n');
  }, 1000, { headers: HEADERS });
  expect(odd.error?.message).toContain('text/(redacted)');
  const away = await fetchFrom((_, response) => {
    response.writeHead(302, { location: 'http://elsewhere.example/second-secret' }).end();
  }, 1000, { headers: HEADERS });
  expect(away.error?.message).toContain('elsewhere.example/(redacted)');
});

it('secret ones are left out of notes, incident files and logs, whatever stands around them', () => {
  const target = {
    name: 'a', url: 'http://a', labels: {}, scrapeIntervalMs: 1, scrapeTimeoutMs: 1, headers: HEADERS,
    basicAuth: { username: 'u', password: 'abc' },
    queryUrl: { url: 'http://q', headers: [{ name: 'X-Q', values: ['query secret'], isSecret: true }] },
  };
  const secrets = configSecrets({ targets: [target], auth: { username: 'oncall', password: 'page-pass' } });
  // Three letters are a part of ordinary words.
  expect(secrets).toEqual([TOKEN, 'second-secret', 'query secret', 'page-pass']);
  expect(targetSecrets(target)).toEqual([TOKEN, 'second-secret']);
  const note = { text: `tried second-secret and query secret, then ${TOKEN}x as team-a` };
  const redactor = new Redactor(true, secrets);
  expect(redactor.deep(note)).toEqual({ text: 'tried (redacted) and (redacted), then (redacted)x as team-a' });
  expect(redactor.told()).toEqual(['credentials inside texts and addresses']);
  configureLog({ format: 'logfmt', level: 'info', secrets });
  expect(logLine('logfmt', { msg: 'query secret', error: new Error('page-pass') }))
    .toMatch(/^msg="\(redacted\)" error="\(redacted\)" error_stack="Error: \(redacted\)/);
  configureLog({ format: 'logfmt', level: 'info' });
});

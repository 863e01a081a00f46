import { afterEach, expect, it, vi } from 'vitest';
import type { Config } from '../../kernel/config/configTypes.ts';
import { log } from '../../kernel/logging/log.ts';
import { TargetManager } from './targetManager.ts';

afterEach(() => { vi.restoreAllMocks(); });

const CONFIG: Config = {
  listenHost: '127.0.0.1', listenPort: 0, allowedHosts: [], allowAnonymous: false,
  log: { format: 'logfmt', level: 'info' }, access: { roles: {}, defaultRole: 'viewer' }, dataDir: 'data',
  targets: [{ name: 'a', url: 'http://a:1', labels: {}, scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000 }],
  discovery: [], targetLimit: 500, lifecycle: false, demo: false, retentionMs: 1, retentionBytes: 1, sourceRoots: [],
  subsystems: [], embed: { frameAncestors: [] },
  addTargets: { allow: [], isDefault: true, settings: { scrapeIntervalMs: 1000, scrapeTimeoutMs: 1000 } },
};

const ALERTING = { receivers: [], forMs: 1, resendMs: 1, severities: [], pictures: true };

/** Optional keys come between the others, as in a configuration read from a file. */
const { listenHost, ...rest } = CONFIG;
const WITH_ALERTING: Config = { listenHost, alerting: ALERTING, ...rest };
const WITH_WEB: Config = {
  listenHost, web: { file: 'web.yml', files: [], changedMs: 1, users: new Map(), headers: [] }, ...rest,
};

it.each<[string, Config, Config, boolean]>([
  ['adds alerting', CONFIG, WITH_ALERTING, false],
  ['removes alerting', WITH_ALERTING, CONFIG, false],
  ['adds a web configuration file', CONFIG, WITH_WEB, false],
  ['orders roles otherwise', { ...CONFIG, access: { roles: { a: 'admin', b: 'viewer' }, defaultRole: 'viewer' } },
    { ...CONFIG, access: { roles: { b: 'viewer', a: 'admin' }, defaultRole: 'viewer' } }, false],
  ['removes an engine and alerting', {
    ...WITH_ALERTING, remoteWrite: { engines: [], externalLabels: {}, bufferBytes: 1 },
  }, CONFIG, true],
])('a reload that %s', reloads);

it.each<[string, Partial<Config>, boolean]>([
  ['nothing', {}, false],
  ['targets', { targets: [], discovery: [], targetLimit: 7 }, false],
  ['what may be added', { addTargets: { ...CONFIG.addTargets, isDefault: false } }, false],
  ['the level of the log', { log: { format: 'logfmt', level: 'warn' } }, false],
  ['who hears of findings', { alerting: ALERTING }, false],
  ['roles', { access: { roles: { alice: 'admin' }, defaultRole: 'viewer' } }, true],
  ['engines', { remoteWrite: { engines: [], externalLabels: {}, bufferBytes: 1 } }, true],
  ['retention', { retentionMs: 2 }, true],
])('a reload that changes %s', (name, change, needsRestart) => (
  reloads(name, CONFIG, { ...CONFIG, ...change }, needsRestart)
));

async function reloads(_: string, before: Config, after: Config, needsRestart: boolean): Promise<void> {
  vi.spyOn(log, 'info').mockImplementation(() => undefined);
  const faults = new Map<string, string>();
  const watching = new TargetManager({
    live: {
      configure: () => Promise.resolve([]), found: () => Promise.resolve(), settled: () => Promise.resolve(),
    },
    faults: { set: (key, text) => { faults.set(key, text); }, mended: (key) => { faults.delete(key); } },
    added: { configure: () => [], isEmpty: () => true }, secrets: [],
    openDiscovery: () => Promise.reject(new Error('no source is named')),
    onAlerting: () => Promise.resolve(),
    readAgain: () => after,
  });
  await watching.start(before);
  expect(await watching.reload()).toMatchObject({ ok: true });
  expect([...faults.values()].some((text) => text.includes('restart tsdbscope for that'))).toBe(needsRestart);
  await watching.stop();
}

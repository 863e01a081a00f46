import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../../../core/contract/contract.ts';
import { fail, type Failure } from '../../../core/result.ts';
import { AddedTargets } from './addedTargets.ts';
import { readAllowRule } from '../../kernel/allow/allowRule.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import { Faults } from '../../kernel/files/faults.ts';
import { LOCAL_ONLY } from '../../kernel/files/replicatedStore.ts';
import { AddedStore } from './addedStore.ts';
import { startTestTarget, type TestTarget } from '../../../testdata/testTarget.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => { for (const close of closers.splice(0)) await close(); });

const TEXT = { 'Content-Type': 'text/plain' };

async function target(body = 'up 1\n', contentType = 'text/plain'): Promise<TestTarget> {
  const started = await startTestTarget((_, response) => {
    response.writeHead(200, { ...TEXT, 'Content-Type': contentType }).end(body);
  });
  closers.push(() => started.close());
  return started;
}

function config(...allow: string[]): Parameters<AddedTargets['configure']>[0] {
  return {
    isDefault: false, settings: { scrapeIntervalMs: 5000, scrapeTimeoutMs: 1000 },
    allow: allow.map((text) => {
      const read = readAllowRule(text);
      if (!read.ok) throw new Error(read.error.message);
      return read.value;
    }),
  };
}

interface Scene {
  added: AddedTargets; store: AddedStore; running: () => readonly TargetConfig[]; faults: () => string[];
  failing: Map<string, Failure>;
}

/** `others`: targets of the configuration, and recordings. */
async function scene(dataDir: string, others: Partial<Target>[] = []): Promise<Scene> {
  const faults = new Faults();
  const store = await AddedStore.open(dataDir, (sentence) => { throw new Error(sentence); });
  let running: readonly TargetConfig[] = [];
  const failing = new Map<string, Failure>();
  const list = (): Promise<Target[]> => Promise.resolve([
    ...others, ...running.map(({ name, url }) => ({ name, url, state: 'up' as const })),
  ] as Target[]);
  const added = new AddedTargets({
    store, faults, now: () => 1000,
    targets: { list, find: async (name) => (await list()).find((one) => one.name === name) },
    live: () => ({ setAdded: (next) => { running = next; return Promise.resolve(failing); } }),
  });
  running = added.configure(config('localhost'));
  const said = (): string[] => faults.report().faults.map((one) => one.message);
  return { added, store, running: () => running, faults: said, failing };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-added-'));
  closers.push(() => { rmSync(folder, { recursive: true, force: true }); });
  return folder;
}

describe('a target that is added', () => {
  it('is scraped as the others, and again after a restart, until it is removed', async () => {
    const [folder, { url, port }] = [newFolder(), await target()];
    const first = await scene(folder);
    expect(await first.added.add({ url: `${url}/metrics`, by: 'ada' })).toMatchObject({
      ok: true, value: { name: `127.0.0.1:${port}`, url },
    });
    expect(first.running()).toMatchObject([{
      name: `127.0.0.1:${port}`, url, scrapeIntervalMs: 5000, labels: {}, added: { by: 'ada', timeMs: 1000 },
      allow: [{ text: 'localhost' }],
    }]);
    const again = await scene(folder);
    expect(again.running()).toEqual(first.running());
    expect(again.added.view()).toEqual({
      allow: ['localhost'], isDefault: false,
      targets: [{ name: `127.0.0.1:${port}`, url, addedBy: 'ada', addedTime: 1, refusal: null }],
    });
    expect(await again.added.remove('other')).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
    expect(await again.added.remove(`127.0.0.1:${port}`)).toMatchObject({ ok: true });
    expect(again.running()).toEqual([]);
    expect((await scene(folder)).running()).toEqual([]);
  });

  it('is not scraped once the configuration does not allow it, and says so; it stays in the list', async () => {
    const [folder, { url, port }] = [newFolder(), await target()];
    const { added, faults } = await scene(folder);
    await added.add({ url, name: 'mine', by: null });
    expect(added.configure(config('10.0.0.0/8'))).toEqual([]);
    expect(faults()).toEqual([expect.stringMatching(
      `^The target "mine", which was added here, is not scraped any more. 127.0.0.1:${port} cannot be added: no rule`
    )]);
    expect(added.view().targets.map(({ name, refusal }) => [name, refusal]))
      .toEqual([['mine', expect.stringMatching(/no rule allows it/)]]);
    expect(added.configure(config('localhost'))).toHaveLength(1);
    expect(faults()).toEqual([]);
  });

  it('is none that is there already, by address or by name', async () => {
    const { url } = await target();
    const { added } = await scene(newFolder(), [
      { name: 'configured', url: 'http://127.0.0.1:1', state: 'up' }, { name: 'file', url: null, state: 'recorded' },
      { name: 'before', url, state: 'recorded' },
    ]);
    const refused = async (order: { url: string; name?: string }): Promise<string> => {
      const outcome = await added.add({ ...order, by: null });
      return outcome.ok ? '' : `${outcome.error.errorType} ${outcome.error.message}`;
    };
    expect(await refused({ url: 'http://127.0.0.1:1' }))
      .toBe('bad_data http://127.0.0.1:1 is a target already, named "configured".');
    for (const name of ['configured', 'file'])
      expect(await refused({ url, name })).toMatch(`bad_data "${name}" is the name of another target`);
    expect(await refused({ url, name: '..' })).toMatch(/^bad_data The name must not be/);
    // The target continues its recording.
    expect(await refused({ url, name: 'before' })).toBe('');
    expect(await refused({ url, name: 'again' })).toMatch(/is a target already, named "before"/);
  });

  it('answers with metrics, or is added anyway', async () => {
    const page = await target('<html>', 'text/html');
    const json = await target('{"secret": 1}');
    const { added, running } = await scene(newFolder());
    const cases: [string, RegExp][] = [
      ['http://127.0.0.1:1', /refused the connection/], [page.url, /a web page \(text\/html\)/],
      [json.url, /does not answer with metrics\. .*the answer is JSON/],
    ];
    for (const [url, why] of cases) {
      const outcome = await added.add({ url, by: null });
      expect(outcome).toMatchObject({ ok: false, error: { errorType: 'target_error' } });
      expect(outcome.ok ? '' : outcome.error.message).toMatch(why);
      expect(outcome.ok ? '' : outcome.error.message).not.toContain('secret');
    }
    expect(running()).toEqual([]);
    for (const [url] of cases) expect(await added.add({ url, anyway: true, by: null })).toMatchObject({ ok: true });
    expect(running()).toHaveLength(3);
  });

  it('that cannot be recorded is not kept', async () => {
    const { url } = await target();
    const { added, failing, store, running } = await scene(newFolder());
    failing.set('mine', fail('internal', 'The disk is full.').error);
    expect(await added.add({ url, name: 'mine', by: null }))
      .toMatchObject({ ok: false, error: { message: 'The disk is full.' } });
    expect([store.list(), running()]).toEqual([[], []]);
  });
});

it('two orders for one address at once are one target', async () => {
  const { url } = await target();
  const { added, running } = await scene(newFolder());
  const outcomes = await Promise.all([1, 2, 3].map(() => added.add({ url, by: null })));
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(running()).toHaveLength(1);
});

it('what another tsdbscope on the same bucket adds or removes is followed, within the rule here', async () => {
  const { url } = await target();
  let others: (name: string) => Promise<void> = () => Promise.resolve();
  const folder = newFolder();
  const store = await AddedStore.open(folder, () => undefined, () => Promise.resolve({
    ...LOCAL_ONLY, isShared: true, onOthers: (listener) => { others = listener; },
  }));
  let running: readonly TargetConfig[] = [];
  const added = new AddedTargets({
    store, faults: new Faults(), now: () => 1000, live: () => ({
      setAdded: (next) => { running = next; return Promise.resolve(new Map()); },
    }),
    targets: { list: () => Promise.resolve([]), find: (name) => Promise.resolve({ name } as Target) },
  });
  const other = await scene(folder);
  await other.added.add({ url, name: 'theirs', by: 'ada' });
  const [file = ''] = readdirSync(join(folder, 'added'));
  await others(file);
  expect(running).toEqual([]);
  expect(added.configure(config('localhost'))).toMatchObject([{ name: 'theirs', added: { by: 'ada' } }]);
  await other.added.remove('theirs');
  await others(file);
  expect([running, added.isEmpty()]).toEqual([[], true]);
  await other.added.add({ url, name: 'theirs', by: 'ada' });
  added.configure(config('10.0.0.0/8'));
  await others(file);
  expect([running, added.view().targets.length]).toEqual([[], 1]);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RulesRequest } from '../../../../core/contract/questions/bodies.ts';
import { DEFAULT_TRIGGERS } from '../../../../core/triggers.ts';
import { openPageRules } from '../../../data/store/files/profilingStore.ts';
import { RuleSettings } from './ruleSettings.ts';

let dataDir: string;
const notices: string[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rules-'));
  notices.length = 0;
});
afterEach(() => { rmSync(dataDir, { recursive: true, force: true }); });

const opened = async (): Promise<RuleSettings> => (
  new RuleSettings(await openPageRules(dataDir, (sentence) => { notices.push(sentence); }))
);
const QUEUE = { name: 'queue', selector: 'queue{a="b"}', above: 5, forSeconds: 30 };

it('are as configured until the page sets them, also after a restart, and as configured again', async () => {
  const config = { name: 'eu', triggers: { ...DEFAULT_TRIGGERS, maxPerDay: 3, off: ['finding' as const] } };
  const settings = await opened();
  expect(settings.of(config)).toBe(config.triggers);
  expect(settings.shown({ name: 'eu' })).toEqual({ setBy: 'default', off: [], rules: [] });
  expect((await settings.put('eu', { off: ['cpu'], rules: [QUEUE] })).ok).toBe(true);
  const again = await opened();
  expect(again.of(config)).toEqual({
    ...config.triggers, off: ['cpu'],
    rules: [{ name: 'queue', selector: 'queue{a="b"}', above: 5, forMs: 30_000, kind: 'cpu', seconds: 5 }],
  });
  expect(again.of(config)).toBe(again.of(config));
  expect(again.selectors(config)).toEqual(['queue{a="b"}']);
  expect(again.shown({ name: 'us' }).setBy).toBe('default');
  await again.put('eu', null);
  expect(again.shown(config)).toEqual({ setBy: 'configuration', off: ['finding'], rules: [] });
  expect((await opened()).of(config)).toBe(config.triggers);
});

it.each<[string, RulesRequest['rules'][number][], string]>([
  ['two of one name', [QUEUE, { ...QUEUE, selector: 'x' }], 'Two rules are named "queue"; give each a name that no'],
  ['the name of a built-in one', [{ ...QUEUE, name: 'cpu' }], 'Two rules are named "cpu"'],
  ['a selector that is none', [{ ...QUEUE, selector: 'queue{' }], 'Rule "queue": '],
  ['no threshold', [{ name: 'q', selector: 'q' }], 'Rule "q": give either "above" or "below", a number.'],
  ['two thresholds', [{ ...QUEUE, below: 1 }], 'Rule "queue": give either "above" or "below", a number.'],
  ['seconds of a heap', [{ ...QUEUE, kind: 'heap', seconds: 5 }], 'Rule "queue": "seconds" goes with the kind cpu'],
])('of %s are refused, and nothing changes', async (_what, rules, sentence) => {
  const settings = await opened();
  const put = await settings.put('eu', { off: [], rules });
  expect(put).toMatchObject({ ok: false, error: { errorType: 'bad_data' } });
  expect(put.ok ? '' : put.error.message).toContain(sentence);
  expect(settings.shown({ name: 'eu' }).setBy).toBe('default');
});

it('of a damaged file are as configured, which a notice says', async () => {
  await (await opened()).put('eu', { off: ['cpu'], rules: [] });
  writeFileSync(join(dataDir, 'profiling', 'rules.json'), '{"eu": {"off"');
  expect((await opened()).shown({ name: 'eu' }).setBy).toBe('default');
  expect(notices).toEqual([expect.stringContaining('the rules of every target are as configured') as string]);
});

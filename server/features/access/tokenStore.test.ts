import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TokenStore } from './tokenStore.ts';

let folder: string;
let nowMs = 1e12;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  nowMs = 1e12;
});
/** The stores of a test, whose writes end before their folder goes. */
const stores: TokenStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.settled();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<TokenStore> {
  const store = await TokenStore.open(folder, () => nowMs, (sentence) => { throw new Error(sentence); });
  stores.push(store);
  return store;
}

async function made(store: TokenStore, expiresDays: number | null = null) {
  const token = await store.add({ name: 'ci', role: 'operator', expiresDays, createdBy: 'alice' });
  if (!token.ok) throw new Error(token.error.message);
  return token.value;
}

it('a token works until it is revoked, over a restart, and only its hash is on disk', async () => {
  const store = await open();
  const { token, id } = await made(store);
  expect(store.use(token)).toMatchObject({ name: 'ci', role: 'operator', createdBy: 'alice' });
  await store.settled();
  expect(readFileSync(join(folder, 'access', 'tokens.json'), 'utf8')).not.toContain(token.slice(12));
  const again = await open();
  expect(again.use(token)).toMatchObject({ id });
  expect(again.use(`${token}x`)).toBeUndefined();
  expect(again.list()).toEqual([expect.not.objectContaining({ sha256: expect.anything() as unknown })]);
  expect(await again.revoke(id)).toMatchObject({ ok: true });
  expect(again.use(token)).toBeUndefined();
  expect((await open()).list()).toEqual([]);
  expect(await again.revoke(id)).toMatchObject({ ok: false, error: { errorType: 'not_found' } });
});

it('a token expires', async () => {
  const store = await open();
  const { token } = await made(store, 2);
  nowMs += 2 * 86_400_000 - 1;
  expect(store.use(token)).toBeDefined();
  nowMs += 2;
  expect(store.use(token)).toBeUndefined();
});

it('the last use is kept to the minute', async () => {
  const store = await open();
  const { token } = await made(store);
  expect(store.list()[0]?.lastUsedTime).toBeNull();
  store.use(token);
  nowMs += 30_000;
  store.use(token);
  expect(store.list()[0]?.lastUsedTime).toBe(1e9);
  nowMs += 31_000;
  store.use(token);
  expect(store.list()[0]?.lastUsedTime).toBe(1e9 + 61);
});

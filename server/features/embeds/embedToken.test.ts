import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { readEmbedToken, signEmbedToken } from './embedToken.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const KEY = new Uint8Array(32).fill(7);
const CLAIMS = { id: 'abcdefghijklmnop', panel: 'gc-cpu', expiresMs: NOW + 60_000 } as const;
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of an embed', () => {
  it('opens what it was signed for, until its second', async () => {
    const token = await signEmbedToken(CLAIMS, KEY);
    expect(await readEmbedToken(token, KEY, NOW)).toEqual({ ok: true, value: CLAIMS });
    expect(await readEmbedToken(token, KEY, NOW + 59_000)).toMatchObject({ ok: true });
    // 64 of them go into one address.
    expect(token.length).toBeLessThan(160);
  });

  it('says when it expired', async () => {
    const token = await signEmbedToken(CLAIMS, KEY);
    expect(await readEmbedToken(token, KEY, NOW + 61_000)).toEqual({
      ok: false, error: {
        errorType: 'gone', message: 'This link expired on 2026-11-21 00:01 UTC; ask its author for a new one.',
      },
    });
  });

  it.each([
    ['that is empty', () => ''],
    ['that is no token', () => 'stream.png'],
    ['that is far too long', () => 'a'.repeat(100_000)],
    ['signed with another key', () => signEmbedToken(CLAIMS, new Uint8Array(32).fill(8))],
    [
      'not signed, of algorithm none',
      () => new UnsecuredJWT({ panel: 'gc-cpu' }).setJti(CLAIMS.id).setExpirationTime(CLAIMS.expiresMs / 1000).encode(),
    ],
    [
      'of ours with its algorithm set to none',
      async () => `${base64({ alg: 'none' })}.${(await signEmbedToken(CLAIMS, KEY)).split('.')[1] ?? ''}.`,
    ],
    [
      'of another algorithm with our key',
      () => new SignJWT({ panel: 'gc-cpu' }).setProtectedHeader({ alg: 'HS512' }).setJti(CLAIMS.id)
        .setExpirationTime(CLAIMS.expiresMs / 1000).sign(new Uint8Array(64).fill(7)),
    ],
    ['with another panel in it', async () => {
      const [header, , signature] = (await signEmbedToken(CLAIMS, KEY)).split('.');
      const claims = base64({ panel: 'memory', jti: CLAIMS.id, exp: CLAIMS.expiresMs / 1000 });
      return `${header ?? ''}.${claims}.${signature ?? ''}`;
    }],
    ['with a later end in it', async () => {
      const [header, , signature] = (await signEmbedToken(CLAIMS, KEY)).split('.');
      return `${header ?? ''}.${base64({ panel: 'gc-cpu', jti: CLAIMS.id, exp: CLAIMS.expiresMs })}.${signature ?? ''}`;
    }],
    [
      'without an end',
      () => new SignJWT({ panel: 'gc-cpu' }).setProtectedHeader({ alg: 'HS256' }).setJti(CLAIMS.id).sign(KEY),
    ],
    [
      'of a panel that there is not',
      () => new SignJWT({ panel: 'samples' }).setProtectedHeader({ alg: 'HS256' }).setJti(CLAIMS.id)
        .setExpirationTime(CLAIMS.expiresMs / 1000).sign(KEY),
    ],
    ['cut off', async () => (await signEmbedToken(CLAIMS, KEY)).slice(0, -1)],
  ])('is refused %s', async (_name, make) => {
    const result = await readEmbedToken(await make(), KEY, NOW);
    expect(result).toMatchObject({ ok: false, error: { errorType: 'unauthorized' } });
  });

  it('is refused with any one of its letters changed', async () => {
    const token = await signEmbedToken(CLAIMS, KEY);
    for (let at = 0; at < token.length; at++) {
      if (token[at] === '.') continue;
      const altered = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect((await readEmbedToken(altered, KEY, NOW)).ok, `letter ${at}`).toBe(false);
    }
  });

  it('is refused in every other text of the same bytes', async () => {
    const token = await signEmbedToken(CLAIMS, KEY);
    const last = LETTERS.indexOf(token.at(-1) ?? '');
    // 32 bytes are 43 letters, of which the last two bits stand for nothing.
    const otherBits = [1, 2, 3].map((bits) => `${token.slice(0, -1)}${LETTERS[last ^ bits] ?? ''}`);
    const spelt = [`${token}=`, `${token} `, `${token}\n`, `${token.slice(0, -5)} ${token.slice(-5)}`, `${token}.`];
    const plain = token.replaceAll('-', '+').replaceAll('_', '/');
    for (const text of [...otherBits, ...spelt, ...plain === token ? [] : [plain]])
      expect((await readEmbedToken(text, KEY, NOW)).ok, JSON.stringify(text)).toBe(false);
  });
});

/** Bearer tokens for scripts: `access/tokens.json` in the data folder, with a hash of each token. */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AccessToken, NewAccessToken, Role } from '../../../core/contract/access.ts';
import { ROLES } from '../../../core/roles.ts';
import { fail, firstLine, ok, type Result } from '../../../core/result.ts';
import { JsonFolder } from '../../kernel/files/jsonFolder.ts';

const ID = 'tokens';
const MAX_BYTES = 2 ** 20;
const MAX_TOKENS = 500;
const PREFIX = 'tsdbscope_';
const DAY_SECONDS = 86_400;
/** Resolution of the stored last use, because each change writes the file. */
const USE_SECONDS = 60;

interface Kept extends AccessToken { sha256: string }

export interface TokenOrder { name: string; role: Role; expiresDays?: number | null; createdBy: string | null }

export class TokenStore {
  private readonly byHash = new Map<string, Kept>();

  private constructor(private readonly files: JsonFolder<Kept[]>, private readonly now: () => number) {}

  /** Opens the store. Never fails: without a readable file no token is known. */
  static async open(dataDir: string, now: () => number, notice: (sentence: string) => void): Promise<TokenStore> {
    const store = new TokenStore(new JsonFolder<Kept[]>({
      folder: join(dataDir, 'access'), id: new RegExp(`^${ID}$`), maxBytes: MAX_BYTES, check: checked, notice,
      noun: 'file of bearer tokens', consequence: 'scripts need new ones',
    }), now);
    for (const token of (await store.files.load()).get(ID) ?? []) store.byHash.set(token.sha256, token);
    return store;
  }

  /** Returns the tokens, newest first. */
  list(): AccessToken[] {
    return [...this.byHash.values()].map(shown).sort((a, b) => b.createdTime - a.createdTime);
  }

  /** Adds a token. On error there is none: `internal` if it cannot be written, `bad_data` if there are too many. */
  async add({ name, role, expiresDays, createdBy }: TokenOrder): Promise<Result<NewAccessToken>> {
    if (this.byHash.size >= MAX_TOKENS)
      return fail('bad_data', `There are ${MAX_TOKENS} tokens already; revoke those that nobody uses.`);
    const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const createdTime = this.now() / 1000;
    const kept: Kept = {
      id: randomBytes(8).toString('hex'), name, role, createdBy, createdTime, lastUsedTime: null, sha256: hashOf(token),
      expiresTime: expiresDays === undefined || expiresDays === null ? null : createdTime + expiresDays * DAY_SECONDS,
    };
    this.byHash.set(kept.sha256, kept);
    const written = await this.write();
    if (!written.ok) {
      this.byHash.delete(kept.sha256);
      return written;
    }
    return ok({ ...shown(kept), token });
  }

  async revoke(id: string): Promise<Result<null>> {
    const kept = [...this.byHash.values()].find((token) => token.id === id);
    if (kept === undefined) return fail('not_found', 'There is no such token; it may have been revoked already.');
    // Revokes it at once, even if the file cannot be written; that error is returned.
    this.byHash.delete(kept.sha256);
    return this.write();
  }

  /** Returns the token for its text as sent; undefined: unknown, revoked or expired. */
  use(token: string): AccessToken | undefined {
    const kept = token.startsWith(PREFIX) ? this.byHash.get(hashOf(token)) : undefined;
    const nowTime = this.now() / 1000;
    if (kept === undefined || (kept.expiresTime !== null && kept.expiresTime <= nowTime)) return undefined;
    if (kept.lastUsedTime === null || nowTime - kept.lastUsedTime >= USE_SECONDS) {
      kept.lastUsedTime = nowTime;
      // A write error is a fault of the data folder, which the other stores report.
      void this.write();
    }
    return shown(kept);
  }

  settled(): Promise<void> {
    return this.files.settled();
  }

  private async write(): Promise<Result<null>> {
    try {
      await this.files.write(ID, [...this.byHash.values()]);
      return ok(null);
    } catch (error) {
      return fail(
        'internal',
        `The tokens cannot be stored in the data folder (${firstLine(error)}); free space or make it writable.`
      );
    }
  }
}

function shown({ id, name, role, createdBy, createdTime, expiresTime, lastUsedTime }: Kept): AccessToken {
  return { id, name, role, createdBy, createdTime, expiresTime, lastUsedTime };
}

/** Hashes a token without salt or a slow hash, because it has 256 random bits. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checked(value: unknown): Result<Kept[]> {
  const isToken = (token: Partial<Kept>): boolean => typeof token.id === 'string' && typeof token.name === 'string'
    && /^[0-9a-f]{64}$/.test(token.sha256 ?? '') && ROLES.some((role) => role === token.role)
    && typeof token.createdTime === 'number';
  if (!Array.isArray(value) || !value.every((token: Partial<Kept> | null) => token !== null && isToken(token)))
    return fail('bad_data', 'it is no list of tokens');
  return ok(value as Kept[]);
}

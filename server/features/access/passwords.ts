/** Checks passwords of users: bcrypt in a separate thread, only once per correct password until the program ends. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Result } from '../../../core/result.ts';
import { asker, runInContext } from '../../kernel/threads/requestContext.ts';
import { Attempts } from './attempts.ts';

/** Compares a password with a bcrypt hash. `busy`: too many wait. */
export type CheckPassword = (password: string, hash: string) => Promise<Result<boolean>>;

export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'later'; waitMs: number };

const MAX_RIGHT = 1000;
/** Concurrent checks per address; a page's requests with one password share a check. */
const MAX_CHECKS_OF_ADDRESS = 4;
const BUSY_MS = 1000;
/** Hash of no password, compared for an unknown user so that it takes as long as for a known one. */
const NOBODY = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

export interface Login { address: string; user: string; password: string }

export class Passwords {
  private readonly attempts: Attempts;
  /** Key of the stored digests, which makes them useless outside this process. */
  private readonly key = randomBytes(32);
  private readonly right = new Set<string>();
  private readonly running = new Map<string, Promise<Verdict>>();
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly check: CheckPassword, now: () => number) {
    this.attempts = new Attempts(now);
  }

  /** `expected`: the user's bcrypt hash, or the configured password itself; undefined: no such user. */
  verify(login: Login, expected: { hash: string } | { password: string } | undefined): Promise<Verdict> {
    const known = this.digest(JSON.stringify([login.user, login.password, expected ?? null]));
    if (this.right.has(known)) return Promise.resolve({ is: 'right' });
    // Shares a running check, because a page sends several requests at once with one password.
    const id = `${login.address}\0${known}`;
    const running = this.running.get(id) ?? this.first(login, expected, known);
    this.running.set(id, running);
    return running.finally(() => { this.running.delete(id); });
  }

  private async first(
    { address, user, password }: Login, expected: { hash: string } | { password: string } | undefined, known: string
  ): Promise<Verdict> {
    const waitMs = this.attempts.waitMs(address, user);
    if (waitMs > 0) return { is: 'later', waitMs };
    const checks = this.ofAddress.get(address) ?? 0;
    if (checks >= MAX_CHECKS_OF_ADDRESS) return { is: 'later', waitMs: BUSY_MS };
    this.ofAddress.set(address, checks + 1);
    try {
      const result = expected !== undefined && 'password' in expected
        ? this.isSame(password, expected.password)
        // Scheduled per address, so that the checks of an address that guesses do not delay others.
        : await runInContext({ ...asker(), client: address }, () => this.check(password, expected?.hash ?? NOBODY));
      if (typeof result !== 'boolean' && !result.ok) return { is: 'later', waitMs: BUSY_MS };
      const isRight = expected !== undefined && (typeof result === 'boolean' ? result : result.value);
      if (isRight) this.remember(known, address, user);
      else this.attempts.failed(address, user);
      return { is: isRight ? 'right' : 'wrong' };
    } finally {
      const left = (this.ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.ofAddress.set(address, left);
      else this.ofAddress.delete(address);
    }
  }

  private remember(known: string, address: string, user: string): void {
    this.attempts.succeeded(address, user);
    this.right.add(known);
    const [oldest] = this.right;
    if (this.right.size > MAX_RIGHT && oldest !== undefined) this.right.delete(oldest);
  }

  /** Compares in constant time. */
  private isSame(one: string, other: string): boolean {
    return timingSafeEqual(Buffer.from(this.digest(one)), Buffer.from(this.digest(other)));
  }

  private digest(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64');
  }
}

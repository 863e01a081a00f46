/** Checks passwords of users: bcrypt in a thread of its own, each right one once while the program runs. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Result } from '../../../core/result.ts';
import { asker, runInContext } from '../../kernel/threads/requestContext.ts';
import { Attempts } from './attempts.ts';

/** Compares a password with a bcrypt hash. `busy`: too many wait. */
export type CheckPassword = (password: string, hash: string) => Promise<Result<boolean>>;

export type Verdict = { is: 'right' } | { is: 'wrong' } | { is: 'later'; waitMs: number };

const MAX_RIGHT = 1000;
/** Of one address at once; a page asks with one password, which is one check. */
const MAX_CHECKS_OF_ADDRESS = 4;
const BUSY_MS = 1000;
/** Of no password; what an unknown user is compared with, so that they take as long as others. */
const NOBODY = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

export interface Login { address: string; user: string; password: string }

export class Passwords {
  private readonly attempts: Attempts;
  /** What is kept of a password is of no use outside this process. */
  private readonly key = randomBytes(32);
  private readonly right = new Set<string>();
  private readonly running = new Map<string, Promise<Verdict>>();
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly check: CheckPassword, now: () => number) {
    this.attempts = new Attempts(now);
  }

  /** `expected`: the user's bcrypt hash, or the password itself where that is configured; undefined: no such user. */
  verify(login: Login, expected: { hash: string } | { password: string } | undefined): Promise<Verdict> {
    const known = this.digest(JSON.stringify([login.user, login.password, expected ?? null]));
    if (this.right.has(known)) return Promise.resolve({ is: 'right' });
    // A page asks several things at once with one password.
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
        // Turns go by addresses: the checks of one that guesses keep no other waiting.
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

  /** In a time that says nothing of where they differ. */
  private isSame(one: string, other: string): boolean {
    return timingSafeEqual(Buffer.from(this.digest(one)), Buffer.from(this.digest(other)));
  }

  private digest(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64');
  }
}

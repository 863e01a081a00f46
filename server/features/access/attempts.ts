/**
 * Slows down wrong passwords: the first few of a user from an address are free, then each wait is twice as long as the
 * previous one. Delays only that user from that address, and an address that tries many users, so that no client can
 * lock out another.
 */

/** Wrong passwords before the first wait. */
const FREE = 5;
/** Wrong passwords per address for all users before the first wait, because a whole team may share an address. */
const FREE_OF_ADDRESS = 50;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
/** Time without a wrong password after which the count is reset. */
const FORGET_MS = 15 * 60_000;
const MAX_REMEMBERED = 20_000;

interface Wrong { count: number; lastMs: number }

export class Attempts {
  private readonly wrong = new Map<string, Wrong>();

  constructor(private readonly now: () => number) {}

  /** Returns the time until this user may try again from this address, ms; 0: now. */
  waitMs(address: string, user: string): number {
    return Math.max(this.wait(pairKey(address, user), FREE), this.wait(address, FREE_OF_ADDRESS));
  }

  failed(address: string, user: string): void {
    for (const key of [pairKey(address, user), address]) {
      const before = this.wrong.get(key);
      const count = before === undefined || this.now() - before.lastMs > FORGET_MS ? 0 : before.count;
      // Moves the key to the end of the map, which is ordered by age.
      this.wrong.delete(key);
      this.wrong.set(key, { count: count + 1, lastMs: this.now() });
    }
    for (const key of this.wrong.keys()) {
      if (this.wrong.size <= MAX_REMEMBERED) break;
      this.wrong.delete(key);
    }
  }

  /** Resets the user's count, but not the address's, which may still be guessing other users. */
  succeeded(address: string, user: string): void {
    this.wrong.delete(pairKey(address, user));
  }

  private wait(key: string, free: number): number {
    const wrong = this.wrong.get(key);
    if (wrong === undefined || wrong.count < free) return 0;
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(20, wrong.count - free));
    return Math.max(0, wrong.lastMs + waitMs - this.now());
  }
}

function pairKey(address: string, user: string): string {
  return `${address}\0${user}`;
}

/**
 * Slows wrong passwords down: the first few of a user from an address cost nothing, then each waits twice as long as
 * the one before. Only that user from that address waits, and an address that tries many, so nobody locks out another.
 */

/** Wrong ones before the first wait. */
const FREE = 5;
/** Of one address, whatever the users: a whole team may sit behind one. */
const FREE_OF_ADDRESS = 50;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
/** Without a wrong one for this long all is forgotten. */
const FORGET_MS = 15 * 60_000;
const MAX_REMEMBERED = 20_000;

interface Wrong { count: number; lastMs: number }

export class Attempts {
  private readonly wrong = new Map<string, Wrong>();

  constructor(private readonly now: () => number) {}

  /** How long until this user may try again from this address, ms; 0: now. */
  waitMs(address: string, user: string): number {
    return Math.max(this.wait(pairKey(address, user), FREE), this.wait(address, FREE_OF_ADDRESS));
  }

  failed(address: string, user: string): void {
    for (const key of [pairKey(address, user), address]) {
      const before = this.wrong.get(key);
      const count = before === undefined || this.now() - before.lastMs > FORGET_MS ? 0 : before.count;
      // Last in the order of the map, which is that of age.
      this.wrong.delete(key);
      this.wrong.set(key, { count: count + 1, lastMs: this.now() });
    }
    for (const key of this.wrong.keys()) {
      if (this.wrong.size <= MAX_REMEMBERED) break;
      this.wrong.delete(key);
    }
  }

  /** Those of the address stay: its other users may be guessed still. */
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

/**
 * Collects problems of the data folder as sentences for the user: losses, kept until restart, and faults, which end
 * once fixed. Every store reports here; `/status`, `/readyz` and the page show them.
 */
import type { StorageFault } from '../../../core/contract/contract.ts';
import { systemClock } from '../../../core/time/clock.ts';

/** Maximum of each: a folder full of damaged files must not fill the page. */
const MAX_SHOWN = 50;
/** Maximum of sentences, beyond those shown, that are recognized as repeats; the oldest are forgotten. */
const MAX_SEEN = 1000;

export interface FaultReport { notices: string[]; faults: StorageFault[] }

export class Faults {
  private readonly notices: string[] = [];
  private more = 0;
  private readonly seen = new Set<string>();
  private readonly held = new Map<string, StorageFault>();
  private readonly listeners: (() => void)[] = [];

  /** `tell`: writes to the log; called with each new notice, and with each fault when it begins. */
  constructor(
    private readonly tell: (sentence: string) => void = () => undefined, private readonly now = systemClock.nowMs,
  ) {}

  /** Reports a loss or a repair. Keeps the same sentence once. */
  notice = (sentence: string): void => {
    if (this.notices.includes(sentence) || this.seen.has(sentence)) return;
    if (this.notices.length < MAX_SHOWN) this.notices.push(sentence);
    else {
      this.more += 1;
      this.seen.add(sentence);
      for (const oldest of [...this.seen].slice(0, -MAX_SEEN)) this.seen.delete(oldest);
    }
    this.changed(sentence);
  };

  /** Reports a fault until `mended(key)`. `target`: its pages show it; null: all pages. */
  set(key: string, message: string, target: string | null = null): void {
    const known = this.held.get(key);
    if (known?.message === message) return;
    this.held.set(key, { message, target, since: known?.since ?? this.now() / 1000 });
    // Figures in the message may change with every check; the log has it once.
    this.changed(known === undefined ? message : null);
  }

  /** Ends a fault; no error if there was none. */
  mended(key: string): void {
    if (this.held.delete(key)) this.changed(null);
  }

  report(): FaultReport {
    const { notices, more } = this;
    const faults = [...this.held.values()];
    const beyond = faults.length - MAX_SHOWN;
    return {
      notices: more === 0 ? [...notices] : [...notices, `${more} further notices are in the log.`],
      faults: beyond <= 0 ? faults : [
        ...faults.slice(0, MAX_SHOWN),
        { message: `${beyond} further faults are in the log.`, target: null, since: faults[MAX_SHOWN]?.since ?? 0 },
      ],
    };
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private changed(sentence: string | null): void {
    if (sentence !== null) this.tell(sentence);
    for (const listener of this.listeners) listener();
  }
}

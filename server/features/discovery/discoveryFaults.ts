import type { Faults } from '../../kernel/files/faults.ts';

/** Reports problems of sources as faults of the program. */
export class DiscoveryFaults {
  readonly #faults: Pick<Faults, 'set' | 'mended'>;
  readonly #keys = new Set<string>();

  constructor(faults: Pick<Faults, 'set' | 'mended'>) {
    this.#faults = faults;
  }

  /** Replaces the problems of one source. */
  set(key: string, problems: readonly string[]): void {
    if (problems.length === 0) {
      this.#faults.mended(key);
      return;
    }
    this.#keys.add(key);
    const more = problems.length > 1 ? ` ${problems.length - 1} more problems there.` : '';
    this.#faults.set(key, `Finding targets: ${problems[0] ?? ''}${more}`);
  }

  /** Drops the problems of sources of an earlier configuration. */
  clear(): void {
    for (const key of this.#keys) this.#faults.mended(key);
    this.#keys.clear();
  }
}

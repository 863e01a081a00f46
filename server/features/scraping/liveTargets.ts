import { isDeepStrictEqual } from 'node:util';
import { SerialQueue } from '../../../core/serialQueue.ts';
import type { Failure } from '../../../core/result.ts';
import type { TargetConfig } from '../../kernel/config/configTypes.ts';
import type { FoundTarget } from '../discovery/feature.ts';
import { nameTargets } from './targetNames.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import type { Shards } from '../shards/shards.ts';
import { startTarget, type ScrapeParts } from './startTarget.ts';

export interface LiveTargetsParts extends ScrapeParts {
  faults: Pick<Faults, 'set' | 'mended'>;
  /** null: every target is scraped here. */
  shards: Pick<Shards, 'shard' | 'holds' | 'holderOf' | 'reportOf'> | null;
  /** Whether other tsdbscopes know the targets added here; if not, these are always scraped here. */
  addedAreShared: boolean;
}

const LIMIT_FAULT = 'discovery:limit';

/**
 * The scraped targets: configured, added and discovered ones. Restarts a target whose configuration changed; stops a
 * removed one, whose recording stays.
 */
export class LiveTargets {
  readonly #parts: LiveTargetsParts;
  readonly #queue = new SerialQueue();
  readonly #running = new Map<string, TargetConfig>();
  readonly #failed = new Map<string, Failure>();
  /** Program of each target scraped elsewhere, as written to the store, by name. */
  readonly #shown = new Map<string, string>();
  #configured: readonly TargetConfig[] = [];
  #added: readonly TargetConfig[] = [];
  #found: readonly FoundTarget[] = [];
  #limit = Infinity;
  #isStopped = false;

  constructor(parts: LiveTargetsParts) {
    this.#parts = parts;
  }

  /** Applies a configuration; resolves when the targets run, to the failures of `targets`. */
  async configure(
    targets: readonly TargetConfig[], limit: number, added: readonly TargetConfig[] = []
  ): Promise<Failure[]> {
    this.#configured = targets;
    this.#added = added;
    this.#limit = limit;
    const failed = await this.#sync();
    return targets.flatMap(({ name }) => failed.get(name) ?? []);
  }

  /** Sets the targets added at runtime; resolves to the failures of those that cannot be scraped, by name. */
  setAdded(added: readonly TargetConfig[]): Promise<ReadonlyMap<string, Failure>> {
    this.#added = added;
    return this.#sync();
  }

  async found(targets: readonly FoundTarget[]): Promise<void> {
    this.#found = targets;
    await this.#sync();
  }

  /** Starts no target from now on; resolves when running changes are done. */
  async settled(): Promise<void> {
    this.#isStopped = true;
    await this.#queue.settled();
  }

  /** Call this when the targets of this shard, or the reports of others, may have changed. */
  async reshard(): Promise<void> {
    await this.#sync();
  }

  #sync(): Promise<ReadonlyMap<string, Failure>> {
    return this.#queue.run(async () => {
      if (this.#isStopped) return new Map();
      const { shards, addedAreShared } = this.#parts;
      const all = await this.#wanted();
      const wanted = new Map(
        all.filter(({ name, added }) => (
          shards === null || (added !== undefined && !addedAreShared) || shards.holds(name)
        )).map((target) => [target.name, target])
      );
      for (const [name, config] of this.#running)
        if (!isDeepStrictEqual(wanted.get(name), config)) await this.#end(name, wanted.has(name));
      for (const name of this.#failed.keys()) if (!wanted.has(name)) this.#mended(name);
      for (const config of wanted.values()) if (!this.#running.has(config.name) && !this.#isStopped)
        await this.#begin(config);
      if (shards !== null) await this.#showOthers(all.filter(({ name }) => !wanted.has(name)), shards);
      this.#parts.targets.order([...wanted.keys()]);
      return new Map(this.#failed);
    });
  }

  /** Adds the targets of other shards to the store, so that their samples can be read from an engine. */
  async #showOthers(
    others: readonly TargetConfig[], shards: NonNullable<LiveTargetsParts['shards']>
  ): Promise<void> {
    for (const { name, url, labels } of others) {
      const { kind = 'unknown', version = '', goVersion = '' } = shards.reportOf(name) ?? {};
      const program = `${kind} ${version}`;
      if (this.#shown.get(name) === program) continue;
      const put = await this.#parts.data.putTarget(
        { name, url, labels, recording: false, ...(kind === 'unknown' ? {} : { kind, version, goVersion }) }
      );
      if (put.ok) this.#shown.set(name, program);
    }
    this.#parts.targets.showElsewhere(others, shards);
  }

  async #wanted(): Promise<TargetConfig[]> {
    const stored = this.#found.length === 0 ? [] : await this.#parts.data.targets();
    const own = [...this.#configured, ...this.#addedBeside()];
    const addresses = new Set(own.map(addressOf));
    const named = nameTargets(this.#found.filter((target) => !addresses.has(addressOf(target))), {
      taken: new Set([
        ...own.map(({ name }) => name),
        ...stored.flatMap(({ name, recording }) => (recording ? [name] : [])),
      ]),
      urlOf: new Map(stored.map(({ name, url }) => [name, url ?? ''])),
    }).sort((a, b) => (a.name < b.name ? -1 : 1));
    // Running targets stay, even if found ones precede them by name.
    const kept = [...named].sort((a, b) => Number(this.#running.has(b.name)) - Number(this.#running.has(a.name)))
      .slice(0, this.#limit);
    const { faults } = this.#parts;
    if (named.length <= this.#limit) faults.mended(LIMIT_FAULT);
    else faults.set(
      LIMIT_FAULT, `${named.length} targets were found, of which ${this.#limit} are scraped; drop some with `
        + 'relabel_configs, or raise target_limit.'
    );
    const names = new Set(kept.map(({ name }) => name));
    return [...own, ...named.filter(({ name }) => names.has(name))];
  }

  /** Returns the added targets that are not also configured. */
  #addedBeside(): TargetConfig[] {
    return this.#added.filter((one) => !this.#configured.some(
      (other) => other.name === one.name || addressOf(other) === addressOf(one)
    ));
  }

  async #begin(config: TargetConfig): Promise<void> {
    const { name, url } = config;
    const failure = await startTarget(config, this.#parts);
    if (failure === null) {
      this.#running.set(name, config);
      this.#mended(name);
      log.info('A target is scraped.', { target: name, url });
      return;
    }
    this.#failed.set(name, failure);
    this.#parts.faults.set(`target:${name}`, `The target "${name}" is not scraped: ${failure.message}`);
  }

  async #end(name: string, comesBack: boolean): Promise<void> {
    this.#running.delete(name);
    this.#parts.bookings.suspend(name);
    await this.#parts.queries.leave(name);
    await this.#parts.targets.remove(name);
    this.#parts.profiler.forget(name);
    log.info(
      comesBack ? 'The configuration of a target changed.' : 'A target left; what it recorded stays.', { target: name }
    );
  }

  #mended(name: string): void {
    this.#failed.delete(name);
    this.#parts.faults.mended(`target:${name}`);
  }
}

function addressOf({ url, metricsPath = '' }: Pick<TargetConfig, 'url' | 'metricsPath'>): string {
  return `${url} ${metricsPath}`;
}

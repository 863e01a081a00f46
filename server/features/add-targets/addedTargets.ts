import type { AddedTarget, AddedTargetsView, Target } from '../../../core/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../../core/result.ts';
import { SerialQueue } from '../../../core/serialQueue.ts';
import { AddressGuard, AddressRefused, type Resolve } from '../../kernel/allow/addressGuard.ts';
import { hostRefusal } from '../../kernel/allow/allowRule.ts';
import { readTargetAddress, type TargetAddress } from '../../kernel/allow/targetAddress.ts';
import type { AddTargetsConfig, TargetConfig } from '../../kernel/config/configTypes.ts';
import { targetNameMistake } from '../../kernel/config/targetName.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { probeTarget, unresolved } from '../../data/scrape/probeTarget.ts';
import type { AddedStore, StoredAdded } from './addedStore.ts';
import type { TargetDirectory } from '../targets/answers/targetDirectory.ts';

const MAX_ADDED = 100;
/** Maximum addresses probed at the same time. */
const MAX_PROBES = 4;

export interface AddedTargetsParts {
  store: Pick<AddedStore, 'list' | 'add' | 'remove' | 'onOthers'>;
  targets: Pick<TargetDirectory, 'list' | 'find'>;
  /** Returns what scrapes them; resolves to the failures of those that cannot be scraped, by name. */
  live: () => { setAdded(added: readonly TargetConfig[]): Promise<ReadonlyMap<string, Failure>> };
  faults: Pick<Faults, 'set' | 'mended'>;
  now: () => number;
  /** Replaces the resolver of this machine. */
  resolve?: Resolve;
}

/** `anyway`: adds it even if it does not answer now. */
export interface AddOrder { url: string; name?: string; anyway?: boolean; by: string | null }

/** Targets added at runtime, within what the configuration allows; stored in the data folder. */
export class AddedTargets {
  readonly #parts: AddedTargetsParts;
  readonly #queue = new SerialQueue();
  readonly #told = new Set<string>();
  #config: AddTargetsConfig = {
    allow: [], isDefault: true, settings: { scrapeIntervalMs: 1000, scrapeTimeoutMs: 10_000 },
  };
  #probes = 0;
  #isConfigured = false;

  constructor(parts: AddedTargetsParts) {
    this.#parts = parts;
    parts.store.onOthers(async () => {
      // Before the first configuration, nothing is scraped and the rules are not known.
      if (this.#isConfigured) await parts.live().setAdded(this.#running());
    });
  }

  /** Returns the targets that the configuration allows, with its settings; the others become faults. */
  configure(config: AddTargetsConfig): TargetConfig[] {
    this.#config = config;
    this.#isConfigured = true;
    return this.#running();
  }

  view(): AddedTargetsView {
    const { allow, isDefault } = this.#config;
    return {
      allow: allow.map(({ text }) => text), isDefault,
      targets: this.#parts.store.list().map((added): AddedTarget => ({
        name: added.name, url: added.url, addedBy: added.by, addedTime: added.timeMs / 1000,
        refusal: this.#refusalOf(added.url),
      })),
    };
  }

  isEmpty(): boolean {
    return this.#parts.store.list().length === 0;
  }

  /**
   * Adds a target. `bad_data`: invalid address, or scraped already; `forbidden`: no rule allows it; `target_error`: it
   * does not answer with metrics, unless `anyway`.
   */
  async add({ url, name, anyway = false, by }: AddOrder): Promise<Result<Target>> {
    const read = readTargetAddress(url);
    if (!read.ok) return read;
    const address = read.value;
    const added: StoredAdded = { name: name ?? address.name, url: address.url, by, timeMs: this.#parts.now() };
    const refusal = hostRefusal(address, this.#config.allow) ?? await this.#conflict(added);
    if (refusal !== null) return typeof refusal === 'string' ? fail('forbidden', refusal) : refusal;
    if (this.#probes >= MAX_PROBES)
      return fail('busy', `${MAX_PROBES} other addresses are being tried out; try again in some seconds.`);
    this.#probes += 1;
    const problem = await this.#tryOut(address, anyway).finally(() => { this.#probes -= 1; });
    return problem ?? this.#queue.run(() => this.#keep(added));
  }

  /** Removes a target and stops scraping it; its recording stays. */
  remove(name: string): Promise<Result<null>> {
    return this.#queue.run(async () => {
      const { store, live } = this.#parts;
      if (!store.list().some((one) => one.name === name)) return fail(
        'not_found', `No target named "${name.slice(0, 100)}" was added here; those of the configuration file, or `
          + 'found by discovery, are removed there.'
      );
      const removed = await store.remove(name);
      if (!removed.ok) return removed;
      await live().setAdded(this.#running());
      return ok(null);
    });
  }

  async #tryOut(address: TargetAddress, anyway: boolean): Promise<Result<never> | null> {
    const { resolve } = this.#parts;
    const { allow } = this.#config;
    const where = `${address.host}:${address.port}`;
    try {
      await new AddressGuard(address, allow, resolve).addresses();
    } catch (error) {
      const message = unresolved(error, where);
      if (error instanceof AddressRefused) return fail('forbidden', message);
      return anyway ? null : fail('target_error', message);
    }
    if (anyway) return null;
    const client = new TargetClient({ url: address.url, allow }, resolve === undefined ? {} : { resolve });
    try {
      const problem = await probeTarget(client);
      return problem === null ? null : fail('target_error', problem);
    } finally {
      client.close();
    }
  }

  async #keep(added: StoredAdded): Promise<Result<Target>> {
    const { store, live, targets } = this.#parts;
    // Checks again, because another target may have been added meanwhile.
    const conflict = await this.#conflict(added);
    if (conflict !== null) return conflict;
    const put = await store.add(added);
    if (!put.ok) return put;
    const failure = (await live().setAdded(this.#running())).get(added.name);
    const target = failure === undefined ? await targets.find(added.name) : undefined;
    if (target !== undefined) {
      log.info('A target was added.', { target: added.name, url: added.url, user: added.by ?? '' });
      return ok(target);
    }
    await store.remove(added.name);
    await live().setAdded(this.#running());
    return { ok: false, error: failure ?? { errorType: 'unavailable', message: 'tsdbscope is stopping.' } };
  }

  async #conflict({ name, url }: StoredAdded): Promise<Result<never> | null> {
    const mistake = targetNameMistake(name);
    if (mistake !== null) return fail('bad_data', `The name ${mistake}.`);
    if (this.#parts.store.list().length >= MAX_ADDED) return fail(
      'bad_data',
      `${MAX_ADDED} targets were added already; remove one, or write the others into the configuration file.`
    );
    const all = await this.#parts.targets.list();
    const same = all.find((one) => one.url === url && one.state !== 'recorded')?.name
      ?? this.#parts.store.list().find((one) => one.url === url)?.name;
    if (same !== undefined) return fail('bad_data', `${url} is a target already, named "${same}".`);
    const isTaken = all.some((one) => one.name === name && !(one.state === 'recorded' && one.url === url))
      || this.#parts.store.list().some((one) => one.name === name);
    return isTaken ? fail('bad_data', `"${name}" is the name of another target; give this one a name of its own.`)
      : null;
  }

  #refusalOf(url: string): string | null {
    const read = readTargetAddress(url);
    return read.ok ? hostRefusal(read.value, this.#config.allow) : read.error.message;
  }

  #running(): TargetConfig[] {
    const { store, faults } = this.#parts;
    const { allow, settings } = this.#config;
    for (const key of this.#told) faults.mended(key);
    this.#told.clear();
    return store.list().flatMap(({ name, url, by, timeMs }) => {
      const refusal = this.#refusalOf(url);
      if (refusal === null) return [{ ...settings, name, url, labels: {}, allow, added: { by, timeMs } }];
      const key = `added:${name}`;
      this.#told.add(key);
      faults.set(key, `The target "${name}", which was added here, is not scraped any more. ${refusal}`);
      return [];
    });
  }
}

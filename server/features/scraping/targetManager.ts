import { isDeepStrictEqual } from 'node:util';
import { SerialQueue } from '../../../core/serialQueue.ts';
import type { DiscoveredJob } from '../../../core/contract/discovery.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { Config } from '../../kernel/config/configTypes.ts';
import type { OpenedAddTargets } from '../add-targets/feature.ts';
import { StartError, UsageError } from '../../kernel/config/usageError.ts';
import type { OpenedDiscovery } from '../discovery/feature.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import type { LiveTargets } from './liveTargets.ts';
import { configureLog, log } from '../../kernel/logging/log.ts';
import { configSecrets } from '../../data/scrape/secrets.ts';

const CONFIG_FAULT = 'configuration';
const RESTART_FAULT = 'configuration:restart';

export interface TargetManagerOptions {
  live: Pick<LiveTargets, 'configure' | 'found' | 'settled'>;
  added: Pick<OpenedAddTargets['added'], 'configure' | 'isEmpty'>;
  faults: Pick<Faults, 'set' | 'mended'>;
  /** Secrets that no text may show; those of a new configuration are added. */
  secrets: string[];
  /** Opens discovery; called once, when a configuration names a source. */
  openDiscovery: () => Promise<OpenedDiscovery>;
  /** Rereads the configuration; throws UsageError. */
  readAgain: () => Config;
  /** Takes the receivers of findings from a new configuration. */
  onAlerting: (alerting: Config['alerting']) => Promise<void>;
}

/** Manages the configured and discovered targets; applies changes at each reload. */
export class TargetManager {
  readonly #options: TargetManagerOptions;
  readonly #queue = new SerialQueue();
  #config: Config | null = null;
  #discovery: OpenedDiscovery | null = null;

  constructor(options: TargetManagerOptions) {
    this.#options = options;
  }

  /** Throws StartError if a configured target cannot be recorded. */
  async start(config: Config): Promise<void> {
    const [failure] = await this.#take(config);
    if (failure !== undefined) throw new StartError(failure.message);
  }

  /** Returns whether only recordings are shown, because no target was named, added or found. */
  isDemo(): boolean {
    return this.#config === null || (namesNone(this.#config) && this.#options.added.isEmpty());
  }

  /** Reloads the configuration. If the file is invalid, changes nothing and sets a fault until a reload succeeds. */
  reload(): Promise<Result<null>> {
    return this.#queue.run(async () => {
      const { faults, readAgain, secrets, onAlerting } = this.#options;
      const before = this.#config;
      if (before === null) return fail('busy', 'tsdbscope is still starting; reload once it runs.');
      let next: Config;
      try {
        next = readAgain();
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        faults.set(CONFIG_FAULT, `The configuration was not reloaded; the previous one stays. ${error.message}`);
        return fail('bad_data', error.message);
      }
      faults.mended(CONFIG_FAULT);
      secrets.push(...configSecrets(next).filter((secret) => !secrets.includes(secret)));
      configureLog({ ...next.log, secrets });
      if (isDeepStrictEqual(atStart(next), atStart(before))) faults.mended(RESTART_FAULT);
      else faults.set(
        RESTART_FAULT, 'The configuration changed in more than its targets and alerting (listen, data, retention, '
          + 'auth, access, embed, allowed_hosts, source_roots, subsystems, profiles or storage.remote_write); '
          + 'restart tsdbscope for that.'
      );
      await onAlerting(next.alerting);
      // Settings that are read only at the start keep their values.
      await this.#take({
        ...before, ...targetsOf(namesNone(next) ? before : next), addTargets: next.addTargets,
      });
      log.info('The configuration was reloaded.');
      return ok(null);
    });
  }

  /** Returns the current targets of each configured job. */
  jobs(): DiscoveredJob[] {
    return this.#discovery?.views() ?? [];
  }

  /** Stops starting targets. */
  async stop(): Promise<void> {
    await this.#options.live.settled();
  }

  async #take(config: Config): Promise<{ message: string }[]> {
    const { live, added, openDiscovery } = this.#options;
    const { discovery: jobs, targets, targetLimit, addTargets } = config;
    this.#config = config;
    if (jobs.length > 0) this.#discovery ??= await openDiscovery();
    await this.#discovery?.configure(jobs);
    const failures = await live.configure(targets, targetLimit, added.configure(addTargets));
    // Targets found before stay until the sources have answered.
    if (jobs.length === 0) await live.found([]);
    else await this.#discovery?.begin();
    return failures;
  }
}

/** Returns whether the configuration has neither targets nor discovery. */
export function namesNone({ targets, discovery }: Config): boolean {
  return targets.length === 0 && discovery.length === 0;
}

/** Returns the settings that a reload applies to targets. */
function targetsOf(
  { targets, discovery, targetLimit, addTargets }: Config
): Pick<Config, 'targets' | 'discovery' | 'targetLimit' | 'addTargets'> {
  return { targets, discovery, targetLimit, addTargets };
}

/** Returns the settings read only at start: all but targets, alerting, the log, and the file of --web.config.file. */
function atStart(config: Config): object {
  const others = { targets: [], discovery: [], targetLimit: 0, addTargets: null, alerting: null, log: null, web: null };
  return { ...config, ...others };
}

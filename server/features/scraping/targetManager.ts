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
  /** What no text may show; those of a new configuration are added to it. */
  secrets: string[];
  /** Opens what finds targets; called once, when a configuration names a source. */
  openDiscovery: () => Promise<OpenedDiscovery>;
  /** The configuration as it is now; throws UsageError. */
  readAgain: () => Config;
  /** Takes the receivers of findings from a new configuration. */
  onAlerting: (alerting: Config['alerting']) => Promise<void>;
}

/** Which targets there are, by the configuration and by what it finds; again at each reload. */
export class TargetManager {
  readonly #options: TargetManagerOptions;
  readonly #queue = new SerialQueue();
  #config: Config | null = null;
  #discovery: OpenedDiscovery | null = null;

  constructor(options: TargetManagerOptions) {
    this.#options = options;
  }

  /** Throws StartError where a target of the configuration cannot be recorded. */
  async start(config: Config): Promise<void> {
    const [failure] = await this.#take(config);
    if (failure !== undefined) throw new StartError(failure.message);
  }

  /** True when only recordings are shown, because no target was named, added or found. */
  isDemo(): boolean {
    return this.#config === null || (namesNone(this.#config) && this.#options.added.isEmpty());
  }

  /** A mistake in the file keeps what there is, and is reported as a fault until a reload succeeds. */
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
      // Settings that are read once stay those of the start.
      await this.#take({
        ...before, ...targetsOf(namesNone(next) ? before : next), addTargets: next.addTargets,
      });
      log.info('The configuration was reloaded.');
      return ok(null);
    });
  }

  /** Returns what each job of the configuration finds now. */
  jobs(): DiscoveredJob[] {
    return this.#discovery?.views() ?? [];
  }

  /** Starts no target any more. */
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
    // Those found before stay until it is known what there is now.
    if (jobs.length === 0) await live.found([]);
    else await this.#discovery?.begin();
    return failures;
  }
}

/** Whether no target is named, nor a place where they are found. */
export function namesNone({ targets, discovery }: Config): boolean {
  return targets.length === 0 && discovery.length === 0;
}

/** What a reload takes over. */
function targetsOf(
  { targets, discovery, targetLimit, addTargets }: Config
): Pick<Config, 'targets' | 'discovery' | 'targetLimit' | 'addTargets'> {
  return { targets, discovery, targetLimit, addTargets };
}

/** Returns what is read at the start alone: all but targets, alerting, the log, and the file of --web.config.file. */
function atStart(config: Config): object {
  const others = { targets: [], discovery: [], targetLimit: 0, addTargets: null, alerting: null, log: null, web: null };
  return { ...config, ...others };
}

import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../core/time/clock.ts';
import { SerialQueue } from '../../core/serialQueue.ts';
import type { DiscoveredJob } from '../../core/contract/discovery.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import type { Config } from '../kernel/config/configTypes.ts';
import type { AddedTargets } from '../features/add-targets/addedTargets.ts';
import { StartError, UsageError } from '../kernel/config/usageError.ts';
import type { Discovery } from '../features/discovery/discovery.ts';
import type { Faults } from '../kernel/files/faults.ts';
import type { LiveTargets } from './liveTargets.ts';
import { configureLog, log } from '../kernel/logging/log.ts';
import { configSecrets } from '../data/scrape/secrets.ts';

/** How long a start or a reload waits for sources that do not answer; what they find later comes later. */
const SOURCES_PATIENCE_MS = 3000;
const CONFIG_FAULT = 'configuration';
const RESTART_FAULT = 'configuration:restart';

export interface TargetManagerOptions {
  live: Pick<LiveTargets, 'configure' | 'found' | 'settled'>;
  added: Pick<AddedTargets, 'configure' | 'isEmpty'>;
  faults: Pick<Faults, 'set' | 'mended'>;
  /** What no text may show; those of a new configuration are added to it. */
  secrets: string[];
  clock: Clock;
  /** The configuration as it is now; throws UsageError. */
  readAgain: () => Config;
  /** Takes the receivers of findings from a new configuration. */
  onAlerting: (alerting: Config['alerting']) => Promise<void>;
}

/** Which targets there are, by the configuration and by what it finds; again at each reload. */
export class TargetManager {
  readonly #options: TargetManagerOptions;
  readonly #queue = new SerialQueue();
  readonly #told = new Set<string>();
  #config: Config | null = null;
  #discovery: Discovery | null = null;

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

  jobs(): DiscoveredJob[] {
    return this.#discovery?.views() ?? [];
  }

  async stop(): Promise<void> {
    await Promise.all([this.#discovery?.stop(), this.#options.live.settled()]);
  }

  async #take(config: Config): Promise<{ message: string }[]> {
    const { live, added, clock } = this.#options;
    const previous = this.#discovery;
    this.#config = config;
    this.#discovery = config.discovery.length === 0 ? null
      : new (await import('../features/discovery/discovery.ts')).Discovery({
        jobs: config.discovery, clock, previous,
        onFound: (targets) => live.found(targets),
        onProblems: (key, problems) => { this.#tell(key, problems); },
      });
    await previous?.stop();
    for (const key of this.#told) this.#options.faults.mended(key);
    this.#told.clear();
    const failures = await live.configure(
      config.targets, config.targetLimit, added.configure(config.addTargets)
    );
    // Those found before stay until it is known what there is now.
    if (this.#discovery === null) await live.found([]);
    else await this.#discovery.start(SOURCES_PATIENCE_MS);
    return failures;
  }

  #tell(key: string, problems: readonly string[]): void {
    const { faults } = this.#options;
    if (problems.length === 0) {
      faults.mended(key);
      return;
    }
    this.#told.add(key);
    const more = problems.length > 1 ? ` ${problems.length - 1} more problems there.` : '';
    faults.set(key, `Finding targets: ${problems[0] ?? ''}${more}`);
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

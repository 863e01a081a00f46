/**
 * Stores every replay: of live targets while it runs, of recordings when they are available, of logs when they are
 * opened.
 */
import type { Cancel, Clock } from '../../../../core/time/clock.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { findCrashLoops, judgeBudget } from '../../../analysis/panels/wal-replay/replayVerdicts.ts';
import type {
  ProbeBudget, Replay, ReplayList, ReplayLog, ReplayMoment, Target,
} from '../../../../core/contract/contract.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { joinStarts, startOf, summaryOf } from '../../../analysis/panels/wal-replay/joinStarts.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import { forAll } from '../../../kernel/threads/requestContext.ts';
import type { ReplayStore } from '../../../data/store/files/replayStore.ts';
import { MAX_WINDOW_MS, type KnownStarts } from './knownStarts.ts';
import type { LiveHub } from './liveHub.ts';
import type { PanelAnswers } from './panelInputs.ts';
import type { TargetDirectory } from './targetDirectory.ts';
import { log } from '../../../kernel/logging/log.ts';

/** Interval at which the states of the targets are checked. */
const LOOK_MS = 1000;
/** Interval of measurements during a start; the page itself requests the panel. */
const EACH_MS = 5000;
/** A start is searched from this long before the target was first seen down. */
const BEFORE_MS = 60_000;
/** History used to estimate the time left: the way the log was written determines its replay time. */
const LOG_BEFORE_MS = 3_600_000;
/** Measurements after it is ready: one of the start, the others of the warm-up. */
const WARM_UP_AT_MS = [3000, 90_000, 6 * 60_000, 20 * 60_000];
interface Watched {
  fromMs: number; dueMs: number; laterMs: number[]; state: Target['state']; processStartSeconds: number | null;
  measuring: Promise<void> | null
}

export interface ReplayHistoryOptions {
  store: ReplayStore;
  data: Pick<DataStore, 'replays' | 'replayLog'>;
  targets: TargetDirectory;
  starts: KnownStarts;
  panels: Pick<PanelAnswers, 'panel'>;
  clock: Pick<Clock, 'nowMs' | 'background'>;
  publish: LiveHub['publish'];
}

export class ReplayHistory {
  private readonly watched = new Map<string, Watched>();
  private cancel: Cancel | null = null;

  constructor(private readonly options: ReplayHistoryOptions) {}

  private get store(): ReplayStore {
    return this.options.store;
  }

  /** Starts watching the live targets. */
  start(): void {
    this.cancel ??= this.options.clock.background.every(LOOK_MS, () => {
      for (const scraper of this.options.targets.liveScrapers()) {
        const { state, processStartSeconds } = scraper.view();
        this.observe(scraper.config.name, state, processStartSeconds);
      }
    });
  }

  async stop(): Promise<void> {
    this.cancel?.();
    await this.store.settled();
  }

  /** Processes the current state of a target; nearly always there is nothing to do. */
  observe(target: string, state: Target['state'], processStartSeconds: number | null): void {
    const nowMs = this.options.clock.nowMs();
    let watched = this.watched.get(target);
    if (watched === undefined) {
      // The target is new here, but may be in a start that began before this program did.
      const going = this.store.list()
        .find((replay) => replay.source === 'live' && replay.target === target && replay.outcome === 'going');
      const fromMs = Math.min(
        nowMs, processStartSeconds === null ? Infinity : processStartSeconds * 1000,
        going === undefined ? Infinity : going.start * 1000
      );
      watched = {
        fromMs, dueMs: state === 'up' && going === undefined ? Infinity : nowMs, laterMs: [], state,
        processStartSeconds, measuring: null,
      };
      this.watched.set(target, watched);
    }
    // A restart so quick that no scrape failed is visible only in the process start time.
    const another = processStartSeconds !== null && watched.processStartSeconds !== null
      && processStartSeconds !== watched.processStartSeconds;
    watched.processStartSeconds = processStartSeconds ?? watched.processStartSeconds;
    if (state !== watched.state || (another && state === 'up')) {
      if (watched.state === 'up') watched.fromMs = nowMs;
      if (state === 'up') watched.laterMs = WARM_UP_AT_MS.map((ms) => nowMs + ms);
      watched.state = state;
      watched.dueMs = nowMs;
    }
    if (watched.dueMs > nowMs || watched.measuring !== null) return;
    void this.measure(target);
  }

  /** Measures a target and returns the id of its running replay; null if it is not starting. */
  async current(target: string): Promise<string | null> {
    await this.measure(target);
    const newest = this.store.list().find((replay) => replay.source === 'live' && replay.target === target);
    return newest?.outcome === 'going' ? newest.id : null;
  }

  /** Links a profile to the replay during which it was taken. false: there is no such replay. */
  attachProfile(replayId: string, moment: ReplayMoment, profileId: string): Promise<boolean> {
    return this.store.attachProfile(replayId, moment, profileId);
  }

  /** Returns a start, joined from all its records, by the id of any of them. */
  get(id: string): Replay | undefined {
    return startOf(this.store.list(), id);
  }

  /** Removes all records of a start. */
  async remove(id: string): Promise<Result<null>> {
    const start = this.get(id);
    if (start === undefined) return this.store.remove(id);
    const removed = await Promise.all([start, ...start.alsoIn].map((record) => this.store.remove(record.id)));
    return removed.find((one) => !one.ok) ?? ok(null);
  }

  /** Returns the time span of each sampled start; `end` null: still running. */
  spans(): { target: string; start: number; end: number | null }[] {
    return this.store.list().flatMap(({ source, target, start, end, outcome }) =>
      (source === 'log' || target === null ? [] : [{ target, start, end: outcome === 'going' ? null : end ?? start }]));
  }

  /** `target` null = all targets. `budgetSeconds` null = the configured one, if any. */
  async list(target: Target | null, budgetSeconds: number | null): Promise<ReplayList> {
    await this.options.starts.sweep(null);
    const incident = target === null ? undefined : this.options.targets.incident(target.name);
    const replays = joinStarts(this.store.list())
      .filter((replay) => target === null || replay.target === target.name || replay.target === null).map(summaryOf);
    return {
      replays,
      crashLoops: findCrashLoops(replays, incident?.manifest.judgedTime ?? this.options.clock.nowMs() / 1000),
      budget: target === null ? null : await this.budget(target, budgetSeconds),
      notices: this.store.notices,
    };
  }

  /** Imports the starts of an incident file for its target, all or none; resolves to their number. */
  async takeOver(target: string, replays: readonly Replay[]): Promise<Result<number>> {
    const taken: string[] = [];
    for (const replay of replays) {
      const source = replay.source === 'log' ? 'log' : 'recording';
      const added = await this.store.add({ ...replay, key: replay.id }, { source, target, name: target });
      if (!added.ok) {
        for (const id of taken) await this.store.remove(id);
        return added;
      }
      taken.push(added.value.id);
      for (const { moment, profileId } of replay.profiles)
        await this.store.attachProfile(added.value.id, moment, profileId);
    }
    return ok(taken.length);
  }

  /**
   * Stores every start in a log. `target`: target of the log; its starts are joined with other records of that target,
   * and replace those of the same file opened without a target. `null`: they stay separate, identified by file name and
   * time. Opening the same log again gives the same starts.
   */
  async openLog(bytes: Uint8Array, name: string, target: string | null): Promise<Result<ReplayLog>> {
    const read = await this.options.data.replayLog(bytes);
    if (!read.ok) return read;
    const replays: Replay[] = [];
    for (const measured of read.value.replays) {
      const added = await this.store.add(measured, { source: 'log', target, name });
      if (!added.ok) return added;
      if (target !== null) await this.store.forgetUnnamed(measured.key, name);
      replays.push(this.get(added.value.id) ?? added.value);
    }
    return ok({ ...read.value, replays });
  }

  private async budget(target: Target, askedSeconds: number | null): Promise<ProbeBudget | null> {
    const configuredMs = this.options.targets.scraper(target.name)?.config.startupBudgetMs;
    const kept = this.options.targets.incident(target.name)?.manifest.scrape.startupBudgetSeconds ?? null;
    const budgetSeconds = askedSeconds ?? (configuredMs === undefined ? kept : configuredMs / 1000);
    if (budgetSeconds === null) return null;
    const own = joinStarts(this.store.list()).filter((replay) => replay.target === target.name);
    return judgeBudget(
      budgetSeconds, askedSeconds === null ? 'configuration' : 'request', own,
      await this.forecast(target, own.find(({ outcome }) => outcome === 'going')?.start)
    );
  }

  private async forecast(target: Target, startSeconds: number | undefined): Promise<Parameters<typeof judgeBudget>[3]> {
    if (target.state !== 'starting' && target.state !== 'replaying') return null;
    const startMs = startSeconds === undefined ? undefined : startSeconds * 1000 - LOG_BEFORE_MS;
    const query = this.options.targets.panelQuery(target, startMs, undefined, undefined);
    const panel = query === null ? null : await this.options.panels.panel('wal-replay', query);
    if (panel === null || !panel.ok || panel.value.state !== 'replaying') return null;
    const began = panel.value.phases.find(({ name }) => name !== 'unreachable')?.start;
    return began === undefined ? null
      : { elapsedSeconds: Math.max(0, panel.value.range.end - began), left: panel.value.etaSeconds };
  }

  private measure(target: string): Promise<void> {
    const watched = this.watched.get(target);
    if (watched === undefined) return Promise.resolve();
    watched.measuring ??= forAll(() => this.measureNow(target, watched)).finally(() => { watched.measuring = null; });
    return watched.measuring;
  }

  private async measureNow(target: string, watched: Watched): Promise<void> {
    const nowMs = this.options.clock.nowMs();
    const starting = watched.state !== 'up';
    watched.laterMs = watched.laterMs.filter((dueMs) => dueMs > nowMs);
    watched.dueMs = starting ? nowMs + EACH_MS : watched.laterMs[0] ?? Infinity;
    const startMs = Math.max(watched.fromMs - BEFORE_MS, nowMs - MAX_WINDOW_MS);
    const measured = await this.options.data.replays({
      target, startMs, endMs: nowMs + 1, live: true,
      memoryLimitBytes: this.options.targets.scraper(target)?.config.memoryLimitBytes,
    });
    if (!measured.ok) {
      log.warn(`replays: ${target}: ${measured.error.message}`);
      return;
    }
    // A start that began before the window was measured in full by an earlier call.
    const whole = measured.value.filter(({ start }) => start * 1000 >= startMs);
    let newest: Replay | undefined;
    for (const replay of whole) newest = await this.store.put(replay, { source: 'live', target, name: target });
    if (newest !== undefined) {
      await this.closeLost(target, newest);
      const { id, outcome } = newest;
      this.options.publish(target, 'starts', { time: nowMs / 1000, replayId: id, outcome });
    }
    // In a long crash loop, older starts need no further measurement.
    if (whole.length > 2) watched.fromMs = Math.max(watched.fromMs, elementAt(whole, whole.length - 2).start * 1000);
  }

  /** Marks as killed a start that was running when the program ended and is not running now. */
  private async closeLost(target: string, newest: Replay): Promise<void> {
    for (
      const { id, start } of this.store.list()
        .filter((one) => one.source === 'live' && one.target === target && one.outcome === 'going')
    ) {
      if (id === newest.id || start > newest.start) continue;
      await this.store.close(
        id, 'The start ended before it was ready, while tsdbscope was not running or could not see it.'
      );
    }
  }
}

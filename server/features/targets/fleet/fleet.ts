import type { Clock } from '../../../../core/time/clock.ts';
import type { Fleet as FleetAnswer, FleetTarget, Span, Target } from '../../../../core/contract/contract.ts';
import { worstFirst } from '../../../../core/finding.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { FleetTrack, KEPT_MS, STEP_MS, type TrackedScrape } from '../../../analysis/signals/fleet/fleetTrack.ts';
import { sharedOfFleet } from '../../../analysis/signals/fleet/sharedOfFleet.ts';
import { worstOfTarget } from '../../../analysis/signals/fleet/worstOfTarget.ts';
import { spansInSeconds } from '../../../analysis/signals/windowFrame.ts';
import type { DataStore } from '../../../data/store/dataStore.ts';
import type { ReplayHistory } from '../answers/replayHistory.ts';
import type { TargetDirectory } from '../answers/targetDirectory.ts';

/** Maximum points of a strip, as many as it draws. */
const MAX_POINTS = 120;
const DEFAULT_MS = 3_600_000;
/** Shortest window of a young fleet. */
const MIN_WINDOW_MS = 600_000;
/** A window that ends within this time of now is extended to now. */
const NOW_MS = 60_000;
/** A shorter gap before the local store is not read from the engine. */
const MIN_PAST_MS = 240_000;
/** Pause of reads from the engine after a failure. */
const PAST_REST_MS = 60_000;
/** Shortest pause after reading the past of a target; otherwise as long as the read took. */
const MIN_REST_MS = 20;

export interface FleetParts {
  targets: Pick<TargetDirectory, 'list' | 'scraper' | 'panelQuery'>;
  data: Pick<DataStore, 'lines'>;
  replays: Pick<ReplayHistory, 'spans'>;
  /** Returns the scrapes that other tsdbscopes recorded after `sinceMs`, ascending; absent: not known here. */
  elsewhere?: { scrapes(target: Target, sinceMs: number): Promise<Result<TrackedScrape[]>> };
  /** Returns the scrapes recorded before the local store, from `sinceMs` to `untilMs`, ascending; absent: none. */
  past?: { scrapes(target: Target, sinceMs: number, untilMs: number): Promise<Result<TrackedScrape[]>> };
  clock: Pick<Clock, 'nowMs' | 'steadyMs' | 'background'>;
}

/** Returns the start of the window, or of the first recording if that begins in the window's second half. */
function recordedFrom(listed: readonly Target[], startMs: number, endMs: number): number {
  const firstMs = Math.min(...listed.map(({ recorded, shard }) => (
    recorded !== null ? recorded.start * 1000 : shard === undefined ? Infinity : startMs
  )));
  const isYoung = firstMs > (startMs + endMs) / 2 && firstMs < endMs;
  return isYoung ? Math.max(startMs, Math.min(firstMs, endMs - MIN_WINDOW_MS)) : startMs;
}

interface Start { start: number; end: number | null }

/**
 * Answers for all targets at once. Each scrape updates the state of its target, so an answer reads no samples; the day
 * before the first scrape is read once, one target after the other.
 */
export class Fleet {
  readonly #parts: FleetParts;
  readonly #tracks = new Map<string, FleetTrack>();
  readonly #lastScrapeMs = new Map<string, number>();
  readonly #toFill: string[] = [];
  /** Targets whose past the engine did not return. */
  readonly #pastMissed = new Set<string>();
  #pastFailedMs = -Infinity;
  #isFilling = false;
  #isAsking = false;
  #isStopped = false;

  constructor(parts: FleetParts) {
    this.#parts = parts;
  }

  /** Call this after each scrape of a target. */
  onScrape(scraper: TargetScraper): void {
    const { config: { name } } = scraper;
    const { lastScrape, reading, effectiveIntervalMs, processStartSeconds } = scraper.view();
    // Ignores a skipped scrape.
    if (lastScrape === null || lastScrape.startMs === this.#lastScrapeMs.get(name)) return;
    this.#lastScrapeMs.set(name, lastScrape.startMs);
    this.#trackOf(name).see({
      timeMs: lastScrape.startMs, failed: lastScrape.error !== null, intervalMs: effectiveIntervalMs,
      figures: reading?.timeMs === lastScrape.startMs ? reading.figures : null, processStartSeconds,
    });
  }

  /** Returns every target scraped now or in the window. bad_data: the window ended more than 24 hours ago. */
  async answer(asked: { startMs: number | undefined; endMs: number | undefined }): Promise<Result<FleetAnswer>> {
    const nowMs = this.#parts.clock.nowMs();
    const wantedEndMs = Math.min(asked.endMs ?? nowMs, nowMs);
    const wantedStartMs = Math.max(asked.startMs ?? wantedEndMs - DEFAULT_MS, nowMs - KEPT_MS);
    if (asked.startMs !== undefined && asked.startMs >= (asked.endMs ?? nowMs))
      return fail('bad_data', '"end" must be later than "start"; its default is now.');
    if (wantedEndMs <= wantedStartMs)
      return fail('bad_data', 'All targets at once are kept for 24 hours; ask for a window that ends within them.');
    const listed = (await this.#parts.targets.list()).filter(
      ({ name, recorded, shard }) => shard !== undefined || this.#parts.targets.scraper(name) !== undefined
        || (recorded !== null && recorded.end * 1000 > wantedStartMs && recorded.start * 1000 < wantedEndMs)
    );
    const fromMs = this.#parts.past === undefined ? recordedFrom(listed, wantedStartMs, wantedEndMs) : wantedStartMs;
    const stepMs = STEP_MS * Math.max(1, Math.ceil((wantedEndMs - fromMs) / MAX_POINTS / STEP_MS));
    const window = {
      startMs: Math.floor(fromMs / stepMs) * stepMs, endMs: Math.ceil(wantedEndMs / stepMs) * stepMs, stepMs,
      nowMs: nowMs - wantedEndMs < NOW_MS ? nowMs : null,
    };
    const starts = new Map<string, Start[]>();
    for (const span of this.#parts.replays.spans()) starts.set(span.target, [...starts.get(span.target) ?? [], span]);
    void this.#askElsewhere(listed);
    if (this.#pastMissed.size > 0 && nowMs - this.#pastFailedMs >= PAST_REST_MS) {
      this.#toFill.push(...this.#pastMissed);
      this.#pastMissed.clear();
      void this.#fill();
    }
    const rows = listed.map((target) => this.#row(target, window, starts.get(target.name) ?? []));
    const range = { start: window.startMs / 1000, end: window.endMs / 1000, step: stepMs / 1000 };
    const byName = rows.toSorted((a, b) => (a.target.name < b.target.name ? -1 : 1));
    return ok({
      range,
      shared: sharedOfFleet(rows.map(({ target, ...events }) => ({ ...target, ...events })), range),
      targets: worstFirst(byName.map(({ target }) => ({ severity: target.worst.severity, target })))
        .map(({ target }) => target),
    });
  }

  /** Stops reading the past. */
  stop(): void {
    this.#isStopped = true;
    this.#toFill.length = 0;
  }

  /** Reads targets of other tsdbscopes, once per page request; the results appear in the next answer. */
  async #askElsewhere(listed: readonly Target[]): Promise<void> {
    const { elsewhere, targets, clock } = this.#parts;
    if (elsewhere === undefined || this.#isAsking) return;
    this.#isAsking = true;
    for (const target of listed) {
      const { name, shard } = target;
      if (shard === undefined || targets.scraper(name) !== undefined || this.#isStopped) continue;
      const begunMs = clock.steadyMs();
      const found = await elsewhere.scrapes(target, this.#lastScrapeMs.get(name) ?? clock.nowMs() - KEPT_MS);
      // If the engine does not answer, the next page request asks it again.
      if (!found.ok) break;
      for (const scrape of found.value) {
        if (scrape.timeMs <= (this.#lastScrapeMs.get(name) ?? -Infinity)) continue;
        this.#lastScrapeMs.set(name, scrape.timeMs);
        this.#trackOf(name).see(scrape);
      }
      await clock.background.sleep(clock.steadyMs() - begunMs);
    }
    this.#isAsking = false;
  }

  #trackOf(name: string): FleetTrack {
    const known = this.#tracks.get(name);
    if (known !== undefined) return known;
    const track = new FleetTrack();
    this.#tracks.set(name, track);
    this.#toFill.push(name);
    void this.#fill();
    return track;
  }

  #row(
    target: Target, window: { startMs: number; endMs: number; stepMs: number; nowMs: number | null },
    starts: readonly Start[],
  ): { target: FleetTarget; restarts: number[]; failures: number[] } {
    const { name, state, stateSince, kind, version, labels, shard } = target;
    const { startMs, endMs, stepMs } = window;
    const nowMs = this.#parts.clock.nowMs();
    const track = this.#trackOf(name);
    const isScraped = this.#parts.targets.scraper(name) !== undefined;
    const seen = track.window(startMs, endMs, stepMs, isScraped ? nowMs : null);
    const memoryLimitBytes = this.#parts.targets.scraper(name)?.config.memoryLimitBytes ?? track.limitBytes;
    const spans = starts.map(({ start, end }): Span => ({ start, end: end ?? nowMs / 1000 }))
      .filter(({ start, end }) => end * 1000 > startMs && start * 1000 < endMs);
    const gaps = spansInSeconds(seen.gaps);
    const restarts = seen.restartsMs.map((ms) => ms / 1000);
    const series = {
      cpuCores: seen.cpuCores.map(thousandths), gcShareRatio: seen.gcShareRatio.map(thousandths),
      rssBytes: seen.rssBytes.map((bytes) => (bytes === null ? null : Math.round(bytes))),
    };
    return {
      restarts, failures: seen.failuresMs.map((ms) => ms / 1000),
      target: {
        name, state, stateSince, kind, version, labels, ...(shard === undefined ? {} : { shard }),
        series, memoryLimitBytes, gaps, starts: spans,
        gcCyclesPerMinute: thousandths(seen.gcCyclesPerMinute), compactions: spansInSeconds(seen.compactions),
        worst: worstOfTarget(
          { state, stateSince, series, memoryLimitBytes, gaps, restarts, maxProcs: track.maxProcs },
          { start: startMs / 1000, end: Math.min(endMs, nowMs) / 1000, step: stepMs / 1000 },
          isScraped && window.nowMs !== null ? window.nowMs / 1000 : null,
        ),
      },
    };
  }

  /** Drops the state of targets that were removed more than a day ago. */
  #forget(kept: ReadonlySet<string>): void {
    for (const name of this.#tracks.keys()) if (!kept.has(name) && this.#parts.targets.scraper(name) === undefined) {
      this.#tracks.delete(name);
      this.#lastScrapeMs.delete(name);
    }
  }

  /** Reads the past of one target at a time, with pauses: requests of open pages have priority. */
  async #fill(): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    const { clock } = this.#parts;
    for (let name = this.#toFill.shift(); name !== undefined && !this.#isStopped; name = this.#toFill.shift()) {
      const begunMs = clock.steadyMs();
      try {
        await this.#fillOne(name);
      } catch (error) {
        if (!this.#isStopped) log.warn('The past of a target could not be read.', { target: name, error });
      }
      await clock.background.sleep(Math.max(MIN_REST_MS, clock.steadyMs() - begunMs));
    }
    this.#isFilling = false;
  }

  async #fillOne(name: string): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    const listed = await this.#parts.targets.list();
    this.#forget(new Set(
      listed.flatMap((one) => (one.shard !== undefined || isKept(one, nowMs) ? [one.name] : []))
    ));
    const target = listed.find((one) => one.name === name);
    if (target === undefined) return;
    await this.#fillFromStore(target, nowMs);
    await this.#fillFromEngine(target, nowMs);
  }

  async #fillFromStore(target: Target, nowMs: number): Promise<void> {
    const { name, recorded } = target;
    if (recorded === null || !isKept(target, nowMs)) return;
    const startMs = Math.floor(Math.max(nowMs - KEPT_MS, recorded.start * 1000) / STEP_MS) * STEP_MS;
    const query = this.#parts.targets.panelQuery(target, startMs, nowMs, STEP_MS);
    if (query === null) return;
    const lines = await this.#parts.data.lines(query);
    if (lines.ok) this.#tracks.get(name)?.fill(lines.value);
    else throw new Error(lines.error.message);
  }

  /** Reads from the engine the part of the day before the local store, for targets scraped here now or earlier. */
  async #fillFromEngine(target: Target, nowMs: number): Promise<void> {
    const { past, targets } = this.#parts;
    const { name, recorded, url, shard } = target;
    if (past === undefined || url === null) return;
    if (shard !== undefined && targets.scraper(name) === undefined) return;
    const untilMs = recorded === null ? this.#lastScrapeMs.get(name) ?? nowMs : recorded.start * 1000;
    const sinceMs = nowMs - KEPT_MS;
    if (untilMs - sinceMs < MIN_PAST_MS) return;
    const found = await past.scrapes(target, sinceMs, untilMs);
    if (!found.ok) {
      this.#pastMissed.add(name);
      this.#pastFailedMs = nowMs;
      return;
    }
    const earlier = new FleetTrack();
    for (const scrape of found.value) earlier.see(scrape);
    this.#tracks.get(name)?.precede(earlier, untilMs);
  }
}

/** Returns whether any part of the last 24 hours is recorded. */
function isKept({ recorded }: Target, nowMs: number): boolean {
  return recorded !== null && recorded.end * 1000 >= nowMs - KEPT_MS;
}

function thousandths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}

/**
 * Sorts a recording's lines, which come in order of completion, by their ticks, and assigns the answers of /-/ready and
 * the replay status to the nearest tick of /metrics.
 */
import { recordedNames } from '../../metrics/roles.ts';
import type { RecordedScrape, RecordingLine } from './recordingFormat.ts';
import { countBelow } from '../../../../core/statistics/ascending.ts';

/** Maximum delay of a line behind one with a later `t`: longer than any scrape takes. */
const REORDER_MS = 120_000;
/** Length of all bodies held back at a time; beyond it, ticks are released earlier. */
const MAX_HELD_CHARACTERS = 128 * 2 ** 20;
/** An answer further away than this is not assigned to a tick. */
const REACH_MS = 15_000;
/**
 * A tick this much later than all above is accepted only if one of the next is near it. Otherwise one wrong clock would
 * put every line below it in the past.
 */
const JUMP_MS = 3_600_000;
/** Ticks that must contradict it: a scrape that was running when the recorder was suspended comes late and is valid. */
const MIN_CONTRADICTIONS = 3;
/** The last tick has no next one: it is accepted if it is within the maximum span of a recording. */
const MAX_LAST_JUMP_MS = 183 * 86_400_000;

const AHEAD = 'its "t" lies hours after the other lines';

interface Held { scrape: RecordedScrape; readyAwayMs: number; replayAwayMs: number }

const charactersOf = ({ body, node }: RecordedScrape): number => (body?.length ?? 0) + (node?.length ?? 0);

export class RecordingOrder {
  private held: Held[] = [];
  private heldCharacters = 0;
  private aside: Exclude<RecordingLine, { kind: 'scrape' | 'other' }>[] = [];
  private newestMs = -Infinity;
  private emittedMs = -Infinity;
  /**
   * A tick far ahead of all above, held until later ones confirm its time; `against` counts those that contradict it.
   */
  private ahead: { scrape: RecordedScrape; number: number; against: number } | null = null;

  /** `skip` receives the number of each skipped line, and the reason. */
  constructor(private readonly skip: (number: number, why: string) => void) {}

  /** Returns the ticks that are certain to be next, ascending. */
  add(line: RecordingLine, number: number): RecordedScrape[] {
    if (line.kind === 'other') return [];
    if (line.kind === 'scrape') {
      this.judgeAhead(line.scrape.startMs);
      if (this.ahead === null && line.scrape.startMs > this.newestMs + JUMP_MS)
        this.ahead = { scrape: line.scrape, number, against: 0 };
      else this.hold({ scrape: line.scrape, number });
    } else {
      this.aside.push(line);
      if (line.timeMs <= this.newestMs + JUMP_MS) this.newestMs = Math.max(this.newestMs, line.timeMs);
    }
    return this.release(MAX_HELD_CHARACTERS);
  }

  /** Returns the remaining ticks, at the end of the file. */
  finish(): RecordedScrape[] {
    const { ahead } = this;
    const awayMs = this.newestMs === -Infinity ? 0 : (ahead?.scrape.startMs ?? 0) - this.newestMs;
    if (ahead !== null && (ahead.against > 0 || awayMs > MAX_LAST_JUMP_MS)) this.skip(ahead.number, AHEAD);
    else if (ahead !== null) this.hold(ahead);
    this.ahead = null;
    this.newestMs = Infinity;
    return this.release(0);
  }

  /** Accepts or skips the tick far ahead, judged by the next tick, at `startMs`. */
  private judgeAhead(startMs: number): void {
    const { ahead } = this;
    if (ahead === null) return;
    const isNear = startMs >= ahead.scrape.startMs - REORDER_MS;
    if (!isNear) ahead.against += 1;
    if (!isNear && ahead.against < MIN_CONTRADICTIONS) return;
    this.ahead = null;
    if (isNear) this.hold(ahead);
    else this.skip(ahead.number, AHEAD);
  }

  /** Holds a tick back; a repeated one counts once. */
  private hold({ scrape, number }: { scrape: RecordedScrape; number: number }): void {
    const { startMs } = scrape;
    if (startMs === this.emittedMs || this.held.some((one) => one.scrape.startMs === startMs)) return;
    if (startMs < this.emittedMs) {
      this.skip(number, 'its "t" lies more than two minutes before that of a line above');
      return;
    }
    let at = this.held.length;
    while (at > 0 && (this.held[at - 1]?.scrape.startMs ?? 0) > startMs) at--;
    this.held.splice(at, 0, { scrape, readyAwayMs: REACH_MS, replayAwayMs: REACH_MS });
    this.heldCharacters += charactersOf(scrape);
    this.newestMs = Math.max(this.newestMs, startMs);
  }

  private release(maxCharacters: number): RecordedScrape[] {
    // Ticks wait longer than answers, so that an answer finds every tick it may belong to.
    const beforeMs = this.newestMs - REORDER_MS - REACH_MS;
    const due = (): boolean => {
      const first = this.held[0];
      return first !== undefined && (first.scrape.startMs < beforeMs || this.heldCharacters > maxCharacters);
    };
    if (!due()) return [];
    this.giveAway(this.heldCharacters > maxCharacters ? Infinity : this.newestMs - REORDER_MS);
    const released: RecordedScrape[] = [];
    while (due()) {
      const first = this.held.shift();
      if (!first) break;
      this.heldCharacters -= charactersOf(first.scrape);
      this.emittedMs = first.scrape.startMs;
      released.push(first.scrape);
    }
    return released;
  }

  /** Assigns answers to ticks: the nearest of several to one tick counts; a tie goes to the earlier tick. */
  private giveAway(beforeMs: number): void {
    const waiting = this.aside;
    this.aside = waiting.filter((line) => line.timeMs >= beforeMs);
    for (const line of waiting) {
      if (line.timeMs >= beforeMs) continue;
      const held = this.nearest(line.timeMs);
      if (!held) continue;
      const awayMs = Math.abs(held.scrape.startMs - line.timeMs);
      const { extras } = held.scrape;
      if (line.kind === 'ready' && awayMs < held.readyAwayMs) {
        held.readyAwayMs = awayMs;
        extras[recordedNames.targetReady] = line.ready ? 1 : 0;
      } else if (line.kind === 'walreplay' && awayMs < held.replayAwayMs) {
        held.replayAwayMs = awayMs;
        extras[recordedNames.replaySegmentMin] = line.min;
        extras[recordedNames.replaySegmentMax] = line.max;
        extras[recordedNames.replaySegmentCurrent] = line.current;
      }
    }
  }

  private nearest(timeMs: number): Held | undefined {
    const next = countBelow(this.held.length, (i) => this.held[i]?.scrape.startMs ?? 0, timeMs);
    const before = this.held[next - 1];
    const after = this.held[next];
    if (!before || !after) return before ?? after;
    return timeMs - before.scrape.startMs <= after.scrape.startMs - timeMs ? before : after;
  }
}

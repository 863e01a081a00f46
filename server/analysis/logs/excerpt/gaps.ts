/**
 * Finds the places at which a text leaves out lines of a log: elisions, fences, sentences between its lines, and jumps
 * back in time. What such a text does not show may have been in the log.
 */
import { isElision, isFence, isProse, isQuoting } from './leftOut.ts';

/** Maximum number of places kept; a text with more is an excerpt anyway. */
const MAX_GAPS = 2000;
const MAX_MARK_CHARS = 120;
/** Maximum delay of a line that goroutines write late. */
const LATE_MS = 2000;

interface Jumps { back: number[]; ahead: number }

export class GapFinder {
  private readonly gaps: number[] = [];
  private readonly jumps = new Map<object, Jumps>();
  private readonly fences: number[] = [];
  private proseLine: number | null = null;
  private hasProse = false;
  private hasLine = false;

  /** Takes each line of the file as it is written. */
  takeRaw(raw: string, number: number): void {
    // Most lines of a log are longer, or have a key.
    if (raw.length > MAX_MARK_CHARS || raw.includes('=')) return;
    if (isElision(raw)) this.add(number);
    else if (isFence(raw) && this.fences.length < MAX_GAPS) this.fences.push(number);
  }

  /** Takes a line of the log. `prefix`: text before it that no envelope accounts for. */
  takeLine(number: number, prefix = ''): void {
    if (this.proseLine !== null && this.hasLine) this.add(this.proseLine);
    this.proseLine = null;
    this.hasLine = true;
    // A sentence quotes the line.
    if (prefix !== '' && isQuoting(prefix)) this.add(number - 0.5, number + 0.5);
  }

  /** Takes text that is no line of the log and has no envelope. Sentences before and after the log are no gaps. */
  takeOther(text: string, number: number): void {
    if ((this.proseLine !== null && this.hasProse) || !isProse(text)) return;
    this.proseLine ??= number;
    this.hasProse = true;
  }

  /** Takes the times of a line and of the one before it of the same source. */
  takeTime(source: object, beforeMs: number | null, timeMs: number, number: number): void {
    if (beforeMs === null || beforeMs === timeMs) return;
    let jumps = this.jumps.get(source);
    if (jumps === undefined) this.jumps.set(source, jumps = { back: [], ahead: 0 });
    if (timeMs > beforeMs) jumps.ahead += 1;
    else if (timeMs < beforeMs - LATE_MS && jumps.back.length < MAX_GAPS) jumps.back.push(number - 0.5);
  }

  /** Returns the places as line numbers, ascending; one between two lines is not whole. */
  found(): number[] {
    // A fence around all of a text is an envelope; with sentences or other fences, it is the border of a quote.
    if (this.hasProse || this.fences.length > 2) this.add(...this.fences);
    for (const { back, ahead } of this.jumps.values()) {
      // A log with its newest line first goes back all the time.
      if (back.length <= 2 * ahead) this.add(...back);
    }
    return this.gaps.sort((a, b) => a - b);
  }

  private add(...places: readonly number[]): void {
    if (this.gaps.length < MAX_GAPS) this.gaps.push(...places);
  }
}

/** Returns whether lines may be left out between two lines, in either order of the file. `gaps` is ascending. */
export function isBroken(gaps: readonly number[], line: number, other: number): boolean {
  const [from, to] = [Math.min(line, other), Math.max(line, other)];
  let [low, high] = [0, gaps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((gaps[middle] ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  return (gaps[low] ?? Infinity) < to;
}

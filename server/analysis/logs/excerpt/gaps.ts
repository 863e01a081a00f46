/**
 * Finds the places at which a text leaves out lines of a log: elisions, fences, sentences between its lines, and jumps
 * back in time. What such a text does not show may have been in the log.
 */
import { isElision, isFence, isProse, isQuoting } from './leftOut.ts';

/** Maximum number of places kept; a text with more is an excerpt anyway. */
const MAX_GAPS = 2000;
/** Maximum number of marks kept between two lines. */
const MAX_MARKS = 10;
const MAX_MARK_CHARS = 120;
/** Maximum delay of a line that goroutines write late. */
const LATE_MS = 2000;

interface Jumps { back: number[]; ahead: number }

export class GapFinder {
  private readonly gaps: number[] = [];
  private readonly jumps = new Map<object, Jumps>();
  /** Fences and sentences since the last line of the log, ascending. */
  private marks: number[] = [];
  private readonly fences: number[] = [];
  private hasProse = false;
  private hasLine = false;

  /** Takes each line of the file as it is written. */
  takeRaw(raw: string, number: number): void {
    // Most lines of a log are longer, or have a key.
    if (raw.length > MAX_MARK_CHARS || raw.includes('=')) return;
    if (isElision(raw)) this.add(number);
    else if (isFence(raw)) {
      this.mark(number);
      if (this.fences.length < MAX_GAPS) this.fences.push(number);
    }
  }

  /** Takes a line of the log. `prefix`: text before it that no envelope accounts for. */
  takeLine(number: number, prefix = ''): void {
    // A line that may go on is taken after what follows it.
    const [first] = this.marks;
    if (first !== undefined && first < number) {
      if (this.hasLine) this.add(first);
      this.marks = this.marks.filter((mark) => mark > number);
    }
    this.hasLine = true;
    // A sentence quotes the line.
    if (prefix !== '' && isQuoting(prefix)) this.add(number - 0.5, number + 0.5);
  }

  /** Takes text that is no line of the log and has no envelope. Before and after the log, it is no gap. */
  takeOther(text: string, number: number): void {
    if (this.hasProse && this.marks.length > 0 || !isProse(text)) return;
    this.hasProse = true;
    this.mark(number);
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
    for (const { back, ahead } of this.jumps.values()) {
      // A log with its newest line first goes back all the time.
      if (back.length <= 2 * ahead) this.add(...back);
    }
    // A fence around the whole text is the form of a paste; with sentences beside it, it is a quotation.
    if (this.hasProse) this.add(...this.fences.filter((fence) => !this.gaps.includes(fence)));
    return this.gaps.sort((a, b) => a - b);
  }

  private mark(number: number): void {
    if (this.marks.length < MAX_MARKS) this.marks.push(number);
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

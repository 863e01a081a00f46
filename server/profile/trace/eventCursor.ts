import type { Batch } from './generations.ts';
import { Numbers } from './numbers.ts';
import { TraceError } from './traceError.ts';

/** The events of one M within a generation, in order. `kind` and the fields below describe the current event. */
export class EventCursor {
  kind = 0;
  /** Time in ticks of the generation's clock. */
  ticks = 0;
  a = 0;
  b = 0;
  c = 0;
  private readonly numbers: Numbers;
  private index = -1;

  constructor(
    bytes: Uint8Array, private readonly counts: Uint8Array, readonly thread: number, private readonly batches: Batch[]
  ) {
    this.numbers = new Numbers(bytes, 0, 0);
  }

  /** Moves to the next event; returns false after the last. Throws TraceError if a number or an event is damaged. */
  next(): boolean {
    const { numbers } = this;
    while (numbers.at >= numbers.end) {
      const batch = this.batches[++this.index];
      if (batch === undefined) return false;
      numbers.at = batch.at;
      numbers.end = batch.end;
      this.ticks = batch.ticks;
    }
    const kind = numbers.byte();
    const count = this.counts[kind] ?? 255;
    if (count === 255) throw new TraceError(`an unknown event ${kind} at byte ${numbers.at - 1}`);
    this.kind = kind;
    this.ticks += numbers.next();
    if (count > 0) this.a = numbers.next();
    if (count > 1) this.b = numbers.next();
    if (count > 2) this.c = numbers.next();
    if (count > 3) numbers.next();
    return true;
  }
}

/** The cursors with a possible next event, the earliest first: a binary heap. */
export class CursorHeap {
  private readonly list: EventCursor[] = [];

  get first(): EventCursor | undefined {
    return this.list[0];
  }

  push(cursor: EventCursor): void {
    const { list } = this;
    let i = list.length;
    list.push(cursor);
    while (i > 0) {
      const up = (i - 1) >> 1;
      const parent = list[up];
      if (parent === undefined || parent.ticks <= cursor.ticks) break;
      list[i] = parent;
      i = up;
    }
    list[i] = cursor;
  }

  /** Restores the order after the first cursor has advanced. */
  settleFirst(): void {
    const { list } = this;
    const moved = list[0];
    if (moved === undefined) return;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      let child = list[down];
      if (child === undefined) break;
      const right = list[down + 1];
      if (right !== undefined && right.ticks < child.ticks) {
        down++;
        child = right;
      }
      if (moved.ticks <= child.ticks) break;
      list[i] = child;
      i = down;
    }
    list[i] = moved;
  }

  removeFirst(): void {
    const last = this.list.pop();
    if (last === undefined || this.list.length === 0) return;
    this.list[0] = last;
    this.settleFirst();
  }
}

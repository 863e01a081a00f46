import { CursorHeap, EventCursor } from './eventCursor.ts';
import type { Generation } from './generations.ts';
import type { Scheduler, Wait } from './scheduler.ts';
import { TraceError } from './traceError.ts';
import { EV } from './traceFormat.ts';

/** Receives each event: `at` with the time before it takes effect, `event` after. */
export interface Listener {
  at(ns: number): void;
  event(event: EventCursor, generation: Generation): void;
}

/**
 * Passes on the events of a generation in an order that the scheduler allows, by time where several are possible. The
 * earliest M goes first; one whose event has to wait is parked by what it waits for, and retried when that changes. So
 * an event is checked a few times at most, even in a malicious file.
 */
export class EventOrder {
  /** Number of events passed on so far. */
  events = 0;
  private readonly parked = { goroutine: new Map<number, EventCursor[]>(), proc: new Map<number, EventCursor[]>() };
  private parkedForGc: EventCursor[] = [];
  private parkedCount = 0;
  private heap = new CursorHeap();

  constructor(
    private readonly bytes: Uint8Array, private readonly counts: Uint8Array, private readonly scheduler: Scheduler,
    private readonly listener: Listener,
  ) {}

  read(generation: Generation): void {
    const { bytes, counts, scheduler, listener, heap } = this;
    scheduler.startGeneration(generation.number);
    for (const [thread, batches] of generation.batches) {
      const cursor = new EventCursor(bytes, counts, thread, batches);
      if (cursor.next()) heap.push(cursor);
    }
    for (;;) {
      const cursor = heap.first;
      if (cursor === undefined) break;
      listener.at(cursor.ticks * generation.nsPerTick);
      const thread = scheduler.thread(cursor.thread);
      const { goroutine, proc } = thread;
      const wait = scheduler.advance(cursor);
      if (wait !== null) {
        heap.removeFirst();
        this.park(cursor, wait);
        continue;
      }
      listener.event(cursor, generation);
      this.events++;
      const { kind, a } = cursor;
      if (cursor.next()) heap.settleFirst();
      else heap.removeFirst();
      if (this.parkedCount > 0) this.wake(kind, a, goroutine, proc);
    }
    if (this.parkedCount > 0) {
      throw new TraceError(
        `the events of ${this.parkedCount} threads in generation ${generation.number} do not follow on each other`
      );
    }
  }

  private park(cursor: EventCursor, { on, id }: Wait): void {
    this.parkedCount++;
    if (on === 'gc') {
      this.parkedForGc.push(cursor);
      return;
    }
    const list = this.parked[on].get(id);
    if (list === undefined) this.parked[on].set(id, [cursor]);
    else list.push(cursor);
  }

  /** Wakes what an event of this kind may have changed: its goroutine or P, and those of its thread before it. */
  private wake(kind: number, id: number, goroutine: number, proc: number): void {
    if (kind >= EV.gcActive && kind <= EV.gcEnd) {
      const waiting = this.parkedForGc;
      this.parkedForGc = [];
      this.push(waiting);
      return;
    }
    const isOfProc = kind >= EV.procStart && kind <= EV.procStatus;
    if (!isOfProc) this.wakeOne('goroutine', id);
    this.wakeOne('goroutine', goroutine);
    if (isOfProc) this.wakeOne('proc', id);
    this.wakeOne('proc', proc);
  }

  private wakeOne(on: 'goroutine' | 'proc', id: number): void {
    const waiting = this.parked[on].get(id);
    if (waiting === undefined) return;
    this.parked[on].delete(id);
    this.push(waiting);
  }

  private push(cursors: readonly EventCursor[]): void {
    this.parkedCount -= cursors.length;
    for (const cursor of cursors) this.heap.push(cursor);
  }
}

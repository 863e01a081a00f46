/**
 * Tracks the state of Go's scheduler while a trace is read, as far as the order of events and their effect need it. An
 * event whose sequence number does not follow the state has to wait for one of another M: clocks of cores differ, so
 * times alone do not order events. Rules: internal/trace/order.go of Go 1.26.
 */
import type { EventCursor } from './eventCursor.ts';
import { NONE } from './numbers.ts';
import { EV, GO, PROC } from './traceFormat.ts';
import { TraceError } from './traceError.ts';

export interface Goroutine {
  id: number;
  /** One of the GO states. */
  status: number;
  generation: number;
  sequence: number;
  isInAssist: boolean;
  /** Kind of GC worker that it runs as, from GoLabel until it stops; '' for none. */
  worker: '' | 'dedicated' | 'fractional' | 'idle';
  /** Cause and start while it stops the world, else null. */
  stop: { cause: string; startNs: number } | null;
}
interface Proc { status: number; generation: number; sequence: number; isSweeping: boolean }
interface Thread { goroutine: number; proc: number }

/** Reason why an event has to wait: the goroutine or P with this number, or GC itself. */
export interface Wait { on: 'goroutine' | 'proc' | 'gc'; id: number }

/** Few Go programs have more, and such traces are huge. */
const MAX_GOROUTINES = 2_000_000;
const MAX_PROCS = 100_000;
const NOBODY: Thread = { goroutine: NONE, proc: NONE };
const GC_WAIT: Wait = { on: 'gc', id: 0 };

export class Scheduler {
  readonly goroutines = new Map<number, Goroutine>();
  readonly procs = new Map<number, Proc>();
  private readonly threads = new Map<number, Thread>();
  gc: 'unknown' | 'running' | 'off' = 'unknown';
  private gcSequence = 0;
  private generation = 0;

  constructor(private readonly changed: (goroutine: Goroutine, before: number) => void) {}

  startGeneration(number: number): void {
    this.generation = number;
  }

  thread(id: number): Thread {
    if (id === NONE) return { ...NOBODY };
    let thread = this.threads.get(id);
    if (thread === undefined) {
      thread = { ...NOBODY };
      this.threads.set(id, thread);
    }
    return thread;
  }

  /** Returns the goroutine that runs on this M, or undefined. */
  current(thread: Thread): Goroutine | undefined {
    return thread.goroutine === NONE ? undefined : this.goroutines.get(thread.goroutine);
  }

  /** Applies the event to the state; or returns what it has to wait for, without changes. */
  advance(event: EventCursor): Wait | null {
    const thread = this.thread(event.thread);
    switch (event.kind) {
      case EV.procStart:
      case EV.procStop:
      case EV.procSteal:
      case EV.procStatus: return this.procEvent(event, thread);
      case EV.gcActive:
      case EV.gcBegin:
      case EV.gcEnd: return this.gcEvent(event);
      default: return this.goroutineEvent(event, thread);
    }
  }

  private procEvent(event: EventCursor, thread: Thread): Wait | null {
    const proc = this.procs.get(event.a);
    const follows = proc?.generation === this.generation && proc.sequence + 1 === event.b;
    switch (event.kind) {
      case EV.procStatus: {
        const { a: id, b: status } = event;
        if (status < PROC.running || status > PROC.abandoned) throw new TraceError(`P ${id} has the state ${status}`);
        if (this.procs.size >= MAX_PROCS) throw new TraceError(`it has more than ${MAX_PROCS} Ps`);
        // A P in a system call that is about to lose it: still the same call.
        const isKnownCall = status === PROC.abandoned && proc?.status === PROC.syscall;
        this.procs.set(id, {
          status: isKnownCall ? PROC.syscall : status, generation: this.generation, sequence: 0,
          isSweeping: proc?.isSweeping ?? false,
        });
        if (status === PROC.running || status === PROC.syscall) thread.proc = id;
        return null;
      }
      case EV.procStart:
        if (thread.proc !== NONE) return { on: 'proc', id: thread.proc };
        if (proc?.status !== PROC.idle || !follows) return { on: 'proc', id: event.a };
        proc.status = PROC.running;
        proc.sequence++;
        thread.proc = event.a;
        return null;
      case EV.procSteal: {
        const wasAbandoned = proc?.status === PROC.abandoned;
        if (proc === undefined || !follows || (proc.status !== PROC.syscall && !wasAbandoned))
          return { on: 'proc', id: event.a };
        proc.status = PROC.idle;
        proc.sequence++;
        const from = this.threads.get(event.c);
        if (!wasAbandoned && from?.proc === event.a) from.proc = NONE;
        return null;
      }
      default: {
        const stopped = this.procs.get(thread.proc);
        if (stopped === undefined) throw new TraceError('a P stops on a thread that has none');
        stopped.status = PROC.idle;
        thread.proc = NONE;
        return null;
      }
    }
  }

  private gcEvent({ kind, a: sequence }: EventCursor): Wait | null {
    const isFirst = this.gc === 'unknown';
    if (!isFirst && sequence !== this.gcSequence + 1) return GC_WAIT;
    if (isFirst && kind === EV.gcEnd) return GC_WAIT;
    if (!isFirst && (this.gc === 'running') === (kind === EV.gcBegin))
      throw new TraceError(`a GC cycle ${kind === EV.gcBegin ? 'starts in another' : 'goes on that has not begun'}`);
    this.gcSequence = sequence;
    this.gc = kind === EV.gcEnd ? 'off' : 'running';
    return null;
  }

  private goroutineEvent(event: EventCursor, thread: Thread): Wait | null {
    const { kind, a: id } = event;
    switch (kind) {
      case EV.goStatus:
      case EV.goStatusStack: return this.goStatus(event, thread);
      case EV.goCreate: return this.create(id, GO.runnable);
      case EV.goCreateBlocked: return this.create(id, GO.waiting);
      case EV.goCreateSyscall:
        this.create(id, GO.syscall);
        thread.goroutine = id;
        return null;
      case EV.goStart: {
        const goroutine = this.goroutines.get(id);
        if (!this.follows(goroutine, event, GO.runnable)) return { on: 'goroutine', id };
        goroutine.sequence++;
        thread.goroutine = id;
        return this.move(goroutine, GO.running);
      }
      case EV.goUnblock: {
        const goroutine = this.goroutines.get(id);
        if (!this.follows(goroutine, event, GO.waiting)) return { on: 'goroutine', id };
        goroutine.sequence++;
        return this.move(goroutine, GO.runnable);
      }
      case EV.goSwitch:
      case EV.goSwitchDestroy: {
        const next = this.goroutines.get(id);
        if (!this.follows(next, event, GO.waiting)) return { on: 'goroutine', id };
        if (kind === EV.goSwitch) this.move(this.running(thread), GO.waiting);
        else this.destroy(this.running(thread));
        next.sequence++;
        thread.goroutine = id;
        return this.move(next, GO.running);
      }
      case EV.goStop:
      case EV.goBlock: {
        const goroutine = this.running(thread);
        thread.goroutine = NONE;
        return this.move(goroutine, kind === EV.goStop ? GO.runnable : GO.waiting);
      }
      case EV.goDestroy:
        this.destroy(this.running(thread));
        thread.goroutine = NONE;
        return null;
      case EV.goDestroySyscall: {
        this.destroy(this.running(thread));
        thread.goroutine = NONE;
        const proc = this.procs.get(thread.proc);
        if (proc !== undefined) proc.status = PROC.abandoned;
        thread.proc = NONE;
        return null;
      }
      default: return this.systemCall(event, thread);
    }
  }

  private systemCall({ kind }: EventCursor, thread: Thread): Wait | null {
    const proc = this.procs.get(thread.proc);
    switch (kind) {
      case EV.goSyscallBegin:
        if (proc === undefined) throw new TraceError('a system call begins on a thread that has no P');
        proc.status = PROC.syscall;
        proc.sequence++;
        return this.move(this.running(thread), GO.syscall);
      case EV.goSyscallEnd:
        if (proc !== undefined) proc.status = PROC.running;
        return this.move(this.running(thread), GO.running);
      case EV.goSyscallEndBlocked: {
        // It lost its P in the call; the event that took it comes first.
        if (proc?.status === PROC.syscall) return { on: 'proc', id: thread.proc };
        const goroutine = this.running(thread);
        thread.goroutine = NONE;
        return this.move(goroutine, GO.runnable);
      }
      default: return null;
    }
  }

  private goStatus({ a: id, b: onThread, c: status }: EventCursor, thread: Thread): null {
    if (status < GO.runnable || status > GO.waiting) throw new TraceError(`goroutine ${id} has the state ${status}`);
    const known = this.goroutines.get(id);
    const goroutine = known ?? this.add(id, 0);
    goroutine.generation = this.generation;
    goroutine.sequence = 0;
    if (status === GO.running) thread.goroutine = id;
    if (status === GO.syscall && onThread !== NONE) this.thread(onThread).goroutine = id;
    if (goroutine.status !== status) this.move(goroutine, status);
    return null;
  }

  private create(id: number, status: number): null {
    if (this.goroutines.has(id)) throw new TraceError(`goroutine ${id} is created twice`);
    return this.move(this.add(id, 0), status);
  }

  private add(id: number, status: number): Goroutine {
    if (this.goroutines.size >= MAX_GOROUTINES)
      throw new TraceError(`it has more than ${MAX_GOROUTINES} goroutines at once`);
    const goroutine: Goroutine = {
      id, status, generation: this.generation, sequence: 0, isInAssist: false, worker: '', stop: null,
    };
    this.goroutines.set(id, goroutine);
    return goroutine;
  }

  private destroy(goroutine: Goroutine): void {
    this.move(goroutine, 0);
    this.goroutines.delete(goroutine.id);
  }

  private move(goroutine: Goroutine, status: number): null {
    const before = goroutine.status;
    goroutine.status = status;
    this.changed(goroutine, before);
    return null;
  }

  private follows(goroutine: Goroutine | undefined, event: EventCursor, status: number): goroutine is Goroutine {
    return goroutine?.status === status && goroutine.generation === this.generation
      && goroutine.sequence + 1 === event.b;
  }

  private running(thread: Thread): Goroutine {
    const goroutine = this.current(thread);
    if (goroutine === undefined) throw new TraceError('a goroutine stops on a thread that runs none');
    return goroutine;
  }
}

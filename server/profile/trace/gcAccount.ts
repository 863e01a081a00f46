/**
 * Accounts for GC in a trace: cycles, stop-the-world pauses by cause, time of workers, assists and sweeping,
 * goroutines.
 *
 * A worker counts from its label, which the runtime sets when it starts, until it stops running. An assist counts while
 * its goroutine runs. The one that ends the mark counts until it stops the world for mark termination: after that, its
 * goroutine's time is a pause, and cleaning up.
 */
import { cutText } from '../../../core/text/markdown.ts';
import type { EventCursor } from './eventCursor.ts';
import type { Listener } from './eventOrder.ts';
import type { Generation } from './generations.ts';
import { Levels } from './levels.ts';
import { Scheduler, type Goroutine } from './scheduler.ts';
import { TraceError } from './traceError.ts';
import { EV, GO } from './traceFormat.ts';

/** One GC cycle, in core-seconds, or ns if the name says so. */
export interface Cycle {
  startNs: number;
  endNs: number;
  /** Whether its start and its end are in the trace. */
  isWhole: boolean;
  /** Time from the request to stop the world until it runs again. */
  sweepTerminationNs: number | null;
  /** Time from the request to stop the world until the mark has ended, as GODEBUG=gctrace=1 counts. */
  markTerminationNs: number | null;
  dedicated: number; fractional: number; idle: number; assist: number;
  /** null: not reported in the trace before. */
  heapBytes: number | null;
  goalBytes: number | null;
}
export interface Stop { cause: string; startNs: number; endNs: number }

const SWEEP_TERMINATION = 'GC sweep termination';
const MARK_TERMINATION = 'GC mark termination';
const WORKERS = new Map(
  (['dedicated', 'fractional', 'idle'] as const).map((kind): [string, typeof kind] => [`GC (${kind})`, kind])
);
/** A program at its limit has some hundred per second. */
const MAX_CYCLES = 100_000;
const MAX_STOPS = 200_000;
/** A capture lasts ten minutes at most. */
const MAX_NS = 3600e9;
/** The longest cause in Go has 24 characters. */
const MAX_TEXT = 60;

export class GcAccount implements Listener {
  readonly levels = new Levels();
  readonly cycles: Cycle[] = [];
  readonly stops: Stop[] = [];
  readonly scheduler = new Scheduler((goroutine, before) => { this.changed(goroutine, before); });
  maxProcs: number | null = null;
  private open: Cycle | null = null;
  private heapBytes: number | null = null;
  private goalBytes: number | null = null;

  /** `startNs`: start of the trace, on the clock of its events. */
  constructor(private readonly bytes: Uint8Array, private readonly startNs: number) {}

  at(ns: number): void {
    const since = ns - this.startNs;
    if (!(since < MAX_NS)) throw new TraceError('its times span more than an hour');
    this.levels.at(since);
  }

  event(event: EventCursor, generation: Generation): void {
    const { kind, a } = event;
    if (kind < EV.stwBegin || kind > EV.goLabel) {
      if (kind === EV.procsChange) this.maxProcs = a;
      return;
    }
    const { levels, scheduler } = this;
    switch (kind) {
      case EV.heapAlloc:
        this.heapBytes = a;
        return levels.setHeap(a);
      case EV.heapGoal:
        this.goalBytes = a;
        return levels.setGoal(a);
      case EV.gcBegin: return this.begin(levels.nowNs, true);
      case EV.gcActive: return this.open === null ? this.begin(0, false) : undefined;
      case EV.gcEnd: return this.markEnds(scheduler.current(scheduler.thread(event.thread)));
      case EV.sweepActive: return this.sweep(a, true);
      case EV.sweepBegin: return this.sweep(scheduler.thread(event.thread).proc, true);
      case EV.sweepEnd: return this.sweep(scheduler.thread(event.thread).proc, false);
      case EV.assistActive: return this.assist(scheduler.goroutines.get(a), true);
      default: break;
    }
    const goroutine = scheduler.current(scheduler.thread(event.thread));
    switch (kind) {
      case EV.assistBegin: return this.assist(goroutine, true);
      case EV.assistEnd: return this.assist(goroutine, false);
      case EV.stwBegin: return this.stop(goroutine, this.text(generation, a));
      case EV.stwEnd: return this.startAgain(goroutine);
      case EV.goLabel: return this.label(goroutine, this.text(generation, a));
      default: return;
    }
  }

  /** Closes the open cycle after the last event. */
  finish(): void {
    if (this.open !== null) this.end(false);
  }

  private changed(goroutine: Goroutine, before: number): void {
    const { levels } = this;
    const { status } = goroutine;
    if (before === GO.runnable) levels.add('runnable', -1);
    if (status === GO.runnable) levels.add('runnable', 1);
    if (before === GO.running) {
      levels.add('running', -1);
      if (goroutine.worker !== '') levels.add(goroutine.worker, -1);
      goroutine.worker = '';
    }
    if (status === GO.running) levels.add('running', 1);
    if (goroutine.isInAssist && (before === GO.running) !== (status === GO.running))
      levels.add('assist', status === GO.running ? 1 : -1);
  }

  private begin(startNs: number, isWhole: boolean): void {
    if (this.cycles.length >= MAX_CYCLES) throw new TraceError(`it has more than ${MAX_CYCLES} GC cycles`);
    const { heapBytes, goalBytes } = this;
    this.open = {
      startNs, endNs: startNs, isWhole, sweepTerminationNs: null, markTerminationNs: null,
      ...this.workSince({ dedicated: 0, fractional: 0, idle: 0, assist: 0 }), heapBytes, goalBytes,
    };
    this.cycles.push(this.open);
  }

  /** The runtime records the end right after this event, and restarts the world later. */
  private markEnds(goroutine: Goroutine | undefined): void {
    const stop = goroutine?.stop;
    if (this.open !== null && stop?.cause === MARK_TERMINATION)
      this.open.markTerminationNs = this.levels.nowNs - stop.startNs;
    this.end(true);
  }

  private end(isWhole: boolean): void {
    const { open, levels } = this;
    if (open === null) return;
    Object.assign(open, this.workSince(open), { endNs: levels.nowNs, isWhole: open.isWhole && isWhole });
    this.open = null;
  }

  private workSince(before: Work): Work {
    const { levels } = this;
    return {
      dedicated: levels.seconds('dedicated') - before.dedicated,
      fractional: levels.seconds('fractional') - before.fractional,
      idle: levels.seconds('idle') - before.idle,
      assist: levels.seconds('assist') - before.assist,
    };
  }

  private sweep(id: number, isSweeping: boolean): void {
    const proc = this.scheduler.procs.get(id);
    if (proc === undefined || proc.isSweeping === isSweeping) return;
    proc.isSweeping = isSweeping;
    this.levels.add('sweep', isSweeping ? 1 : -1);
  }

  private assist(goroutine: Goroutine | undefined, isInAssist: boolean): void {
    if (goroutine === undefined || goroutine.isInAssist === isInAssist) return;
    goroutine.isInAssist = isInAssist;
    if (goroutine.status === GO.running) this.levels.add('assist', isInAssist ? 1 : -1);
  }

  private label(goroutine: Goroutine | undefined, label: string): void {
    const worker = WORKERS.get(label);
    if (goroutine === undefined || worker === undefined || goroutine.status !== GO.running) return;
    if (goroutine.worker !== '') this.levels.add(goroutine.worker, -1);
    goroutine.worker = worker;
    this.levels.add(worker, 1);
  }

  private stop(goroutine: Goroutine | undefined, cause: string): void {
    if (goroutine === undefined) throw new TraceError('the world is stopped by no goroutine');
    goroutine.stop = { cause, startNs: this.levels.nowNs };
    if (cause !== MARK_TERMINATION) return;
    this.assist(goroutine, false);
    if (goroutine.worker === '') return;
    this.levels.add(goroutine.worker, -1);
    goroutine.worker = '';
  }

  private startAgain(goroutine: Goroutine | undefined): void {
    const stop = goroutine?.stop;
    if (goroutine === undefined || stop === undefined || stop === null) return;
    goroutine.stop = null;
    if (this.stops.length >= MAX_STOPS) throw new TraceError(`it has more than ${MAX_STOPS} stop-the-world pauses`);
    const endNs = this.levels.nowNs;
    this.stops.push({ ...stop, endNs });
    const cycle = this.cycles.at(-1);
    if (cycle !== undefined && stop.cause === SWEEP_TERMINATION) cycle.sweepTerminationNs = endNs - stop.startNs;
  }

  private text({ strings }: Generation, id: number): string {
    const place = strings.get(id);
    if (place === undefined) throw new TraceError(`it has no string with the number ${id}`);
    return cutText(new TextDecoder().decode(this.bytes.subarray(place.at, place.end)), MAX_TEXT);
  }
}

interface Work { dedicated: number; fractional: number; idle: number; assist: number }

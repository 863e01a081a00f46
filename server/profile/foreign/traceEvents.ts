/**
 * Reads trace events of Chrome (`chrome://tracing`, the Performance panel of DevTools and many tools): spans as stacks
 * of wall time by thread, or the samples of V8's CPU profiler or of Hermes if the trace has them.
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
import type { Profile } from '../decode/profile.ts';
import { readCpuProfile } from './cpuProfile.ts';
import { ForeignError } from './foreignError.ts';
import { objectAt, textOr, type JsonObject } from './jsonValue.ts';
import { MAX_TIMED, timeLabels } from './sampleTime.ts';
import { StackProfile } from './stackProfile.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** A century, in microseconds. */
const MAX_MICROS = 3.2e15;

interface Event { phase: string; name: string; at: number; micros: number; thread: string }
interface Span { name: string; start: number; end: number | null; inner: number }

/** Returns the trace events; null for other JSON. */
export function traceEventsOf(file: unknown): readonly JsonObject[] | null {
  const list: unknown = isRecord(file) ? file['traceEvents'] : file;
  if (!Array.isArray(list)) return null;
  const events = list.filter(isRecord);
  const isTrace = (events.length > 0 || hasStackFrames(file))
    && events.slice(0, 100).every(({ ph }) => typeof ph === 'string' && ph.length === 1);
  return isTrace ? events : null;
}

/** `file`: the document, which may have samples of stacks beside its events, as React Native writes them of Hermes. */
export function readTraceEvents(events: readonly JsonObject[], file: unknown): Profile {
  return hasStackFrames(file) ? stackSamples(file) : sampledProfile(events) ?? spans(events);
}

type WithStacks = JsonObject & { samples: readonly unknown[]; stackFrames: JsonObject };

/** Whether a trace has samples, each with the id of a frame of a tree. */
function hasStackFrames(file: unknown): file is WithStacks {
  return isRecord(file) && Array.isArray(file['samples']) && file['samples'].length > 0
    && isRecord(file['stackFrames']);
}

/** A frame of Hermes names its place, in a bundle whose address has a query: `run(http://host/a.bundle?b=c:1:2)`. */
const WITH_PLACE = /^([^()]{0,500})\(([^()\s]{1,4000}):(\d{1,9}):\d{1,9}\)$/;

/** Reads samples whose weights are numbers of samples, with their times. */
function stackSamples({ samples, stackFrames }: WithStacks): Profile {
  const stacks = new StackProfile([{ type: 'samples', unit: 'count' }]);
  const known = new Map<string, number[]>();
  const stackOf = (first: unknown): number[] => {
    const rows: number[] = [];
    for (let id = textOf(first); id !== '';) {
      const done = known.get(id);
      if (done !== undefined) {
        for (const row of done) rows.push(row);
        break;
      }
      // Throws if a frame is its own ancestor, once the frames exceed the limit.
      stacks.meet(1);
      if (!Object.hasOwn(stackFrames, id)) throw new ForeignError(`it has no frame ${id.slice(0, 20)}`);
      const { name, parent } = objectAt(stackFrames[id], 'a frame');
      rows.push(stacks.frame(placed(textOr(name, '(anonymous)'))));
      id = textOf(parent);
    }
    known.set(textOf(first), rows);
    return rows;
  };
  let [first, last] = [Infinity, 0];
  for (const one of samples) {
    const sample = objectAt(one, 'a sample');
    const at = numberOf(sample['ts']);
    if (at !== null) [first, last] = [Math.min(first, at), Math.max(last, at)];
    const labels = at === null || samples.length > MAX_TIMED ? [] : timeLabels(at * 1e3);
    stacks.add(stackOf(sample['sf']), [Math.max(0, numberOf(sample['weight']) ?? 1)], labels);
  }
  const micros = last - first;
  const isSpan = micros > 0 && micros < MAX_MICROS;
  return stacks.finish({ durationNanos: isSpan ? BigInt(Math.round(micros * 1000)) : 0n });
}

function placed(name: string): { name: string; file?: string; line?: number } {
  const [, own, file = '', line] = WITH_PLACE.exec(name) ?? [];
  return own === undefined ? { name }
    : { name: own === '' ? '(anonymous)' : own, file: file.replace(/\?.*$/, ''), line: Number(line) };
}

function spans(list: readonly JsonObject[]): Profile {
  const threads = new Map<string, Event[]>();
  for (const one of list) {
    const { ph: phase } = one;
    const at = numberOf(one['ts']);
    if (typeof phase !== 'string' || !'BEX'.includes(phase) || at === null) continue;
    const micros = phase === 'X' ? numberOf(one['dur']) ?? numberOf(one['tdur']) ?? 0 : 0;
    const thread = `${textOf(one['pid'])}/${textOf(one['tid'])}`;
    const own = threads.get(thread) ?? [];
    threads.set(thread, own);
    own.push({ phase, name: textOr(one['name'], '(unnamed)'), at, micros: Math.max(0, micros), thread });
  }
  const stacks = new StackProfile([{ type: 'wall', unit: 'nanoseconds' }]);
  for (const own of threads.values()) addThread(stacks, own);
  return stacks.finish();
}

/** Parses a number, which some tools write as text; null if invalid. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Adds the spans of one thread; an unclosed span ends at the last event, an end without a begin is skipped. */
function addThread(stacks: StackProfile, events: Event[]): void {
  // Sorts the longer of two simultaneous events first, as the outer one.
  const sorted = events.map((event, order) => ({ event, order })).sort((a, b) => a.event.at - b.event.at
    || (a.event.phase === 'X' && b.event.phase === 'X' ? b.event.micros - a.event.micros : 0) || a.order - b.order);
  const open: Span[] = [];
  const close = (at: number): void => {
    const span = open.pop();
    if (span === undefined) return;
    const whole = Math.max(0, at - span.start);
    const self = whole - span.inner;
    const parent = open.at(-1);
    if (parent !== undefined) parent.inner += whole;
    if (self <= 0) return;
    const rows = [...open, span].map(({ name }) => stacks.frame({ name })).reverse();
    stacks.add(rows, [self * 1000], [['tid', events[0]?.thread ?? '']]);
  };
  let last = 0;
  for (const { event: { phase, name, at, micros } } of sorted) {
    for (let top = open.at(-1); top !== undefined && top.end !== null && top.end <= at; top = open.at(-1))
      close(top.end);
    last = Math.max(last, at + micros);
    if (phase === 'E') {
      const match = open.findLastIndex((span) => span.end === null && (span.name === name || name === '(unnamed)'));
      while (match >= 0 && open.length > match) close(at);
    } else {
      const limit = open.at(-1)?.end ?? Infinity;
      open.push({ name, start: at, end: phase === 'X' ? Math.min(at + micros, limit) : null, inner: 0 });
    }
  }
  while (open.length > 0) close(open.at(-1)?.end ?? last);
}

/** Reads the CPU profile with most samples in `Profile` and `ProfileChunk` events; null without one. */
function sampledProfile(events: readonly JsonObject[]): Profile | null {
  interface Chunks { start: number; nodes: JsonObject[]; samples: unknown[]; deltas: number[] }
  const profiles = new Map<string, Chunks>();
  for (const event of events) {
    if (event['name'] !== 'Profile' && event['name'] !== 'ProfileChunk') continue;
    const args = isRecord(event['args']) ? event['args'] : {};
    const data = isRecord(args['data']) ? args['data'] : {};
    const id = `${textOf(event['pid'])} ${textOf(event['id'])}`;
    const own = profiles.get(id) ?? { start: 0, nodes: [], samples: [], deltas: [] };
    profiles.set(id, own);
    if (typeof data['startTime'] === 'number') own.start = data['startTime'];
    const cpu = isRecord(data['cpuProfile']) ? data['cpuProfile'] : {};
    for (const node of listOf(cpu['nodes'])) if (isRecord(node)) own.nodes.push(node);
    for (const sample of listOf(cpu['samples'])) own.samples.push(sample);
    for (const delta of listOf(data['timeDeltas'])) own.deltas.push(typeof delta === 'number' ? delta : 0);
  }
  const [largest] = [...profiles.values()].sort((a, b) => b.samples.length - a.samples.length);
  if (largest === undefined || largest.samples.length === 0) return null;
  const { start, samples, deltas } = largest;
  const children = new Map<unknown, unknown[]>();
  for (const { id, parent } of largest.nodes) {
    if (parent === undefined) continue;
    const own = children.get(parent);
    if (own === undefined) children.set(parent, [id]);
    else own.push(id);
  }
  const nodes = largest.nodes.map((node) => ({ ...node, children: children.get(node['id']) ?? [] }));
  const timeDeltas = samples.map((_, i) => deltas[i] ?? 0);
  const endTime = timeDeltas.reduce((sum, delta) => sum + delta, start);
  return readCpuProfile({ nodes, samples, timeDeltas, startTime: start, endTime });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value as readonly unknown[] : [];
}

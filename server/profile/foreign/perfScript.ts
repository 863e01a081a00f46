/**
 * Reads the text of `perf script`: per sample a line with command, thread, time, period and event, and below it the
 * stack, innermost frame first. Events become sample types; the clocks of perf are CPU time in ns.
 * https://man7.org/linux/man-pages/man1/perf-script.1.html
 */
import { KERNEL_FILE } from '../../../core/profile/packages.ts';
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { PerfSpan } from './perfSpan.ts';
import { MAX_TIMED, printedTimeLabels } from './sampleTime.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

/** Header `blocks  1057/1060 [001] 82473.945065:   10101010 cpu-clock:ppp: `, then a frame if stacks are off. */
const TIME = / (\d{1,12}\.\d{1,9}): /;
const EVENT = /^ *(?:(\d{1,15}) +)?([\w.:/,=@-]{1,200}):(?: |$)/;
/** Frame after the event of a header line; does not match the output of a tracepoint. */
const FRAME = /^[0-9a-f]{1,16} .{0,20000}\)$/;
const MAX_EVENTS = 20;
/** Maximum length of a line before the stack or the symbol (MAX_HEADER) and with it (MAX_LINE). */
const MAX_HEADER = 1000;
const MAX_LINE = 20_000;

export function looksPerf(head: string): boolean {
  const first = head.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));
  return first !== undefined && headerOf(first) !== null;
}

/** Returns whether a line begins a sample. */
export function isPerfSample(line: string): boolean {
  return headerOf(line) !== null;
}

interface Sample {
  event: string; period: number | null; command: string; thread: string; time: string; processor: string | null;
  frames: Frame[];
}

/**
 * Reads a profile; its default type is the event with most samples. Samples keep their time and thread; too many are
 * summed by stack instead.
 */
export function readPerf(text: string): Profile {
  // The types must be known before the first sample is added.
  const counts = new Map<string, number>();
  const withPeriod = new Set<string>();
  const span = new PerfSpan();
  for (const line of textLines(text)) {
    const header = headerOf(line);
    if (header === null) continue;
    counts.set(header.event, (counts.get(header.event) ?? 0) + 1);
    if (header.period !== null) withPeriod.add(header.event);
    if (counts.size > MAX_EVENTS) throw new ForeignError(`it has more than ${MAX_EVENTS} events; print some of them`);
    span.add(header, isClock(header.event) ? header.period : null);
  }
  const events = [...counts].sort(([, a], [, b]) => b - a).map(([event]) => event);
  const bases = events.map(baseOf);
  // `cycles:u` and `cycles` in one file stay two events, because one counts what the other counts too.
  const types = events.map((event, at) => typeOf(
    bases.filter((base) => base === bases[at]).length > 1 ? event : bases[at] ?? event, withPeriod.has(event)
  ));
  const stacks = new StackProfile([{ type: 'samples', unit: 'count' }, ...types]);
  const isTimed = [...counts.values()].reduce((sum, count) => sum + count, 0) <= MAX_TIMED;
  let sample: Sample | null = null;
  let hasFrames = false;
  const end = (): void => {
    if (sample === null) return;
    const { event, period, frames, command, thread, time } = sample;
    const values = [1, ...events.map((one) => (one === event ? period ?? 1 : 0))];
    hasFrames ||= frames.length > 0;
    stacks.add(frames.map((frame) => stacks.frame(frame)), values, [
      ['command', command], ...(isTimed ? [['tid', thread] as const, ...printedTimeLabels(time)] : []),
    ]);
    sample = null;
  };
  let number = 0;
  for (const line of textLines(text)) {
    number++;
    if (line.trim() === '') { end(); continue; }
    if (line.startsWith('#')) continue;
    const header = headerOf(line);
    if (header !== null) {
      end();
      sample = { ...header, frames: FRAME.test(header.rest) ? framesOf(header.rest, number) : [] };
    } else if (sample !== null) sample.frames.push(...framesOf(line, number));
    else throw new ForeignError(`line ${number} is no sample of perf script`);
  }
  end();
  if (!hasFrames) throw new ForeignError('its samples have no stacks; record them with perf record -g');
  return stacks.finish({
    defaultSampleType: types[0]?.type ?? 'samples', durationNanos: span.durationNanos(),
  });
}

function headerOf(line: string): (Omit<Sample, 'frames'> & { rest: string }) | null {
  const time = TIME.exec(line.slice(0, MAX_HEADER));
  if (time === null) return null;
  const words = line.slice(0, time.index).split(' ').filter((word) => word !== '');
  const processor = /^\[\d+\]$/.test(words.at(-1) ?? '') ? words.pop() ?? null : null;
  const thread = words.pop() ?? '';
  const behind = line.slice(time.index + time[0].length, MAX_LINE);
  const event = EVENT.exec(behind);
  if (words.length === 0 || !/^-?\d+(\/-?\d+)?$/.test(thread) || event === null) return null;
  const [all, period, name = ''] = event;
  return {
    command: words.join(' '), event: name.replace(/:$/, ''), period: period === undefined ? null : Number(period),
    thread: thread.slice(thread.indexOf('/') + 1), time: time[1] ?? '', processor,
    rest: behind.slice(all.length).trim(),
  };
}

/** Returns an event such as `cpu-clock:uhH` without its modifiers. */
function baseOf(event: string): string {
  return event.replace(/:[A-Za-z]*$/, '');
}

/** Returns the sample type; without a period it is a count, because the time of a sample is unknown. */
function typeOf(event: string, hasPeriod: boolean): ValueType {
  if (hasPeriod && isClock(event)) return { type: 'cpu', unit: 'nanoseconds' };
  // The period of perf record --off-cpu is the time that the thread was off the CPU.
  return hasPeriod && /^offcpu-time(?::|$)/.test(event) ? { type: baseOf(event), unit: 'nanoseconds' }
    : { type: event, unit: 'count' };
}

const isClock = (event: string): boolean => /^(?:cpu|task)-clock(?::|$)/.test(event);

/** Returns frames, innermost first: perf-map-agent joins inlined methods as `Lcom/a/A;::outer->Lcom/a/B;::inner`. */
function framesOf(line: string, number: number): Frame[] {
  const frame = frameOf(line.trim()) ?? (/^\s/.test(line) ? bareFrame(line.trim()) : null);
  // The source line of the frame above it, of -F +srcline.
  if (frame === null && /^\s+\S{1,1000}:\d{1,9}$/.test(line)) return [];
  if (frame === null) throw new ForeignError(`line ${number} is no frame of perf script`);
  if (!/^L[\w/$]{1,1000};::/.test(frame.name) || !frame.name.includes('->')) return [frame];
  return frame.name.split('->').reverse().map((name) => ({ ...frame, name }));
}

/** Parses `ffffffff821eb0e7 clear_page_erms+0x7 ([kernel.kallsyms])`; null if it is none. */
function frameOf(line: string): Frame | null {
  const text = line.slice(0, MAX_LINE).replace(/ \(deleted\)\)$/, ')');
  const open = text.lastIndexOf(' (');
  const address = /^[0-9a-f]{1,16} /.exec(text)?.[0].length ?? -1;
  if (address < 0 || open < address - 1 || !text.endsWith(')')) return null;
  const file = text.slice(open + 2, -1);
  const binary = file === 'inlined' || file === '[unknown]' ? '' : file;
  const name = text.slice(address, open).replace(/\+0x[0-9a-f]{1,16}$/, '');
  if (name !== '[unknown]' && name !== '') return { name, binary, file: fileOf(binary) };
  const base = binary.slice(binary.lastIndexOf('/') + 1).replace(/^\[|\]$/g, '');
  return { name: `[${base === '' ? 'unknown' : base}]`, binary };
}

/** Parses an indented frame without its binary (-F ip,sym), `4005ab main+0x7`; null if it is none. */
function bareFrame(text: string): Frame | null {
  const name = /^[0-9a-f]{4,16} (\S.{0,10000}?)(?:\+0x[0-9a-f]{1,16})?$/.exec(text)?.[1];
  return name === undefined ? null : { name };
}

/** Returns the library or kernel in place of the source file, which is not printed; `""` for other binaries. */
function fileOf(binary: string): string {
  return binary.startsWith('[kernel') || binary.startsWith('[guest.kernel') ? KERNEL_FILE
    : /\.so[.\d]*$/.test(binary) ? binary : '';
}

/** Reads profiles in formats other than pprof, which it recognizes by their content. */
import { fail, ok, type Result } from '../../../core/result.ts';
import { LimitError } from '../decode/decodeTables.ts';
import type { Profile } from '../decode/profile.ts';
import { looksAsyncProfiler, readAsyncProfiler } from './asyncProfilerText.ts';
import { looksBpftrace, readBpftrace } from './bpftraceStacks.ts';
import { looksCollapsed, readCollapsed } from './collapsed.ts';
import { looksCounted, readCounted } from './countedStacks.ts';
import { isCpuProfile, readCpuProfile } from './cpuProfile.ts';
import { looksLikeDump, readGoroutineDump } from './goroutineDump.ts';
import { isHeapProfile, readHeapProfile } from './heapProfile.ts';
import { JfrError } from './jfr/jfrBytes.ts';
import { isJfr } from './jfr/jfrChunks.ts';
import { jfrStacks } from './jfr/jfrStacks.ts';
import { looksInstruments, readInstruments } from './instruments.ts';
import { isLegacyCpu, readLegacyCpu } from './legacyCpu.ts';
import { looksLegacy, readLegacy } from './legacyText.ts';
import { isStackprof, readStackprof } from './stackprof.ts';
import { readTraceEvents, traceEventsOf } from './traceEvents.ts';
import { looksMacosSample, readMacosSample } from './macosSample.ts';
import { CutError, ForeignError } from './foreignError.ts';
import { looksPerf, readPerf } from './perfScript.ts';
import { looksTraces, readTraces } from './pprofTraces.ts';
import { isSpeedscope, readSpeedscope } from './speedscope.ts';
import { StackProfile } from './stackProfile.ts';
import { dhatStacks, isDhat } from './stacks/dhatStacks.ts';
import type { ForeignStack, ForeignStacks } from './stacks/foreignStacks.ts';
import { looksMassif, massifStacks } from './stacks/massifStacks.ts';
import { looksRprof, rprofStacks } from './stacks/rprofStacks.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

const MIB = 2 ** 20;
/** Maximum size of the input; text takes several times its size in memory while it is read. */
const MAX_BYTES = 64 * MIB;
/** Bytes examined to recognize a format; includes comments before the first sample. */
const HEAD_BYTES = 64 * 1024;

/** `read` returns null for other JSON. */
interface Format {
  name: string; read: (text: string) => Profile | null;
  /** Replaces `read` for binary formats. */
  readBytes?: (bytes: Uint8Array) => Profile;
}

/** Returns the format; null if it is none of these, though it may be text. */
function formatOf(bytes: Uint8Array): Format | null {
  if (isLegacyCpu(bytes))
    return { name: 'CPU profile of gperftools', read: () => null, readBytes: readLegacyCpu };
  if (isJfr(bytes)) return {
    name: 'recording of Java Flight Recorder', read: () => null, readBytes: (own) => profileOf(jfrStacks(own)),
  };
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).replace(/^\u00ef\u00bb\u00bf/, '');
  // oxlint-disable-next-line no-control-regex -- what no text has, and nearly every pprof does
  if (/[\u0000-\u0008\u000e-\u001a]/.test(head)) return null;
  if (/^\s*(?:\{\s*"|\[\s*\{)/.test(head)) return { name: 'profile in JSON', read: readJson };
  if (looksLegacy(head)) return { name: 'text form of a profile', read: readLegacy };
  if (looksLikeDump(head)) return { name: 'dump of goroutines', read: readGoroutineDump };
  if (looksMassif(head)) return { name: 'heap profile of Massif', read: (text) => profileOf(massifStacks(text)) };
  if (looksRprof(head)) return { name: 'profile of Rprof', read: (text) => profileOf(rprofStacks(text)) };
  if (looksPerf(head)) return { name: 'output of perf script', read: readPerf };
  if (looksTraces(head)) return { name: 'output of go tool pprof -traces', read: readTraces };
  if (looksAsyncProfiler(head)) return { name: 'output of async-profiler', read: readAsyncProfiler };
  if (looksMacosSample(head)) return { name: 'output of sample of macOS', read: readMacosSample };
  if (looksInstruments(head)) return { name: 'call tree of Instruments', read: readInstruments };
  if (looksBpftrace(head)) return { name: 'output of bpftrace', read: readBpftrace };
  if (looksCounted(head)) return { name: 'text of stacks with counts', read: readCounted };
  // The last line may be cut off, unless the whole text was examined.
  const whole = bytes.length > HEAD_BYTES ? head.slice(0, head.lastIndexOf('\n') + 1) : head;
  return looksCollapsed(whole) ? { name: 'file of collapsed stacks', read: readCollapsed } : null;
}

/** Reads a profile of another format; null if the bytes are none. Errors: `unprofilable`, `too_large`. */
export function readForeign(bytes: Uint8Array): Result<Profile> | null {
  const format = formatOf(bytes);
  if (format === null) return null;
  if (bytes.length > MAX_BYTES)
    return fail('too_large', `the ${format.name} is larger than ${MAX_BYTES / MIB} MiB; record a shorter one`);
  try {
    const profile = format.readBytes?.(bytes) ?? format.read(new TextDecoder().decode(bytes));
    if (profile === null) return null;
    return profile.sampleCount > 0 ? ok(profile) : fail('unprofilable', `the ${format.name} has no samples`);
  } catch (error) {
    if (error instanceof LimitError) return fail('too_large', `${error.message}; record a shorter or filtered one`);
    if (error instanceof CutError || (error instanceof JfrError && error.isCut))
      return fail('unprofilable', `the ${format.name} cannot be read: ${error.message}; copy the whole file`);
    if (error instanceof ForeignError || error instanceof JfrError)
      return fail('unprofilable', `the ${format.name} cannot be read: ${error.message}; write it again`);
    throw error;
  }
}

/** Whether the parser of JSON met the end of a text that is not complete. */
function endsWithin(error: unknown, text: string): boolean {
  const said = error instanceof Error ? error.message : '';
  const position = Number(/at position (\d{1,15})/.exec(said)?.[1] ?? NaN);
  return /end of JSON input|Unterminated string/.test(said) || position >= text.trimEnd().length;
}

function readJson(text: string): Profile | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw endsWithin(error, text) ? new CutError('it ends in the middle') : new ForeignError('it is no valid JSON');
  }
  if (isRecord(file) && isSpeedscope(file)) return readSpeedscope(file);
  if (isRecord(file) && isCpuProfile(file)) return readCpuProfile(file);
  if (isRecord(file) && isHeapProfile(file)) return readHeapProfile(file);
  if (isRecord(file) && isStackprof(file)) return readStackprof(file);
  if (isRecord(file) && isDhat(file)) return profileOf(dhatStacks(file));
  const events = traceEventsOf(file);
  if (events !== null) return readTraceEvents(events, file);
  return null;
}

function profileOf({ types, stacks, defaultType, rest = {} }: ForeignStacks): Profile {
  const profile = new StackProfile(types);
  const rows = new Map<ForeignStack['frames'], number[]>();
  for (const { frames, values, labels } of stacks) {
    const own = rows.get(frames) ?? frames.map((frame) => profile.frame(frame));
    rows.set(frames, own);
    profile.add(own, values, labels);
  }
  return profile.finish({ ...rest, defaultSampleType: defaultType });
}

/**
 * Reads CPU samples of a trace, which Go writes if a CPU profile runs at the same time. Separate batches hold them with
 * the number of a stack in the table of their generation; format: internal/trace/generation.go of Go 1.26.
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { eachSample, splitGenerations, type Generation } from '../trace/generations.ts';
import { NONE, Numbers } from '../trace/numbers.ts';
import { readTrace } from '../trace/readTrace.ts';
import { TraceError } from '../trace/traceError.ts';
import { EV, MAX_STACK_FRAMES, traceMinor } from '../trace/traceFormat.ts';
import { LimitError } from '../decode/decodeTables.ts';
import type { Profile } from '../decode/profile.ts';
import { StackProfile, type Label } from './stackProfile.ts';

/** About half an hour of one core. Each sample takes memory for a stack, because its time differs. */
const MAX_SAMPLES = 200_000;
/** Go samples 100 times a second unless the program sets another rate, which the trace does not record. */
const PERIOD_NANOS = 1e7;
const NANOS = 1e9;
/** The year 2255; later times mean damaged data. */
const MAX_UNIX_SECONDS = 9e9;

interface CpuSample { nanos: number; proc: number; goroutine: number; stack: number; generation: Generation }

/**
 * Returns the samples as a CPU profile (`samples`, `cpu`), each with its time (Unix ns, or since the trace began if its
 * start is unknown), its goroutine and its P. Errors: as `readTrace`; `not_found` if there are none, `too_large`.
 */
export function cpuSampleProfile(bytes: Uint8Array): Result<Profile> {
  const view = readTrace(bytes);
  if (!view.ok) return view;
  const { cpuSamples, startTime, durationSeconds } = view.value;
  if (cpuSamples === 0) {
    return fail(
      'not_found', 'this execution trace has no CPU samples; take a CPU profile of the target in the same seconds'
    );
  }
  if (cpuSamples > MAX_SAMPLES)
    return fail('too_large', `the trace has more than ${MAX_SAMPLES} CPU samples; take a shorter one`);
  const minor = traceMinor(bytes) ?? 0;
  try {
    const isDated = startTime !== null && startTime > 0 && startTime < MAX_UNIX_SECONDS;
    const startNanos = isDated ? BigInt(Math.round(startTime * NANOS)) : 0n;
    const profile = new Reader(bytes, startNanos).read(splitGenerations(bytes, minor).complete);
    return ok(profile.finish({
      defaultSampleType: 'cpu', timeNanos: startNanos, durationNanos: BigInt(Math.round(durationSeconds * NANOS)),
      period: BigInt(PERIOD_NANOS), periodType: { type: 'cpu', unit: 'nanoseconds' },
      comments: ['CPU samples of an execution trace, 10 ms each: the rate of Go unless the program sets another'],
    }));
  } catch (error) {
    if (error instanceof LimitError) return fail('too_large', `${error.message}; take a shorter trace`);
    if (!(error instanceof TraceError)) throw error;
    return fail('unprofilable', `the execution trace is damaged: ${error.message}; take it again`);
  }
}

class Reader {
  private readonly profile = new StackProfile([
    { type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' },
  ]);

  constructor(private readonly bytes: Uint8Array, private readonly startNanos: bigint) {}

  read(generations: readonly Generation[]): StackProfile {
    const first = generations[0];
    const beginNs = first === undefined ? 0 : first.minTicks * first.nsPerTick;
    const samples = generations.flatMap((generation) => this.samplesOf(generation, beginNs));
    const stacks = new Map(generations.map((generation) => [generation, this.stacksOf(generation, samples)]));
    for (const { nanos, proc, goroutine, stack, generation } of samples.sort((a, b) => a.nanos - b.nanos)) {
      const frames = stack === 0 ? [] : stacks.get(generation)?.get(stack);
      if (frames === undefined) throw new TraceError(`it has no stack with the number ${stack}`);
      const labels: Label[] = [['timestamp_ns', this.startNanos + BigInt(Math.round(nanos))]];
      if (goroutine !== 0) labels.push(['goroutine', String(goroutine)]);
      if (proc !== NONE) labels.push(['P', String(proc)]);
      this.profile.add(frames, [1, PERIOD_NANOS], labels);
    }
    return this.profile;
  }

  private samplesOf(generation: Generation, beginNs: number): CpuSample[] {
    const samples: CpuSample[] = [];
    for (const batch of generation.sampleBatches) {
      eachSample(new Numbers(this.bytes, batch.at, batch.end), (ticks, proc, goroutine, stack) => {
        const nanos = Math.max(0, ticks * generation.nsPerTick - beginNs);
        if (!(nanos < 3600 * NANOS)) throw new TraceError('its CPU samples span more than an hour');
        samples.push({ nanos, proc, goroutine, stack, generation });
      });
    }
    return samples;
  }

  /** Returns the stacks of the samples by number, as rows of frames, innermost first. */
  private stacksOf(generation: Generation, samples: readonly CpuSample[]): Map<number, number[]> {
    const wanted = new Set(samples.filter((one) => one.generation === generation).map(({ stack }) => stack));
    const found = new Map<number, number[]>();
    for (const { at, end } of generation.stackBatches) {
      const numbers = new Numbers(this.bytes, at, end);
      while (!numbers.isAtEnd) {
        if (numbers.byte() !== EV.stack) throw new TraceError(`a stack should start at byte ${numbers.at - 1}`);
        const id = numbers.next();
        const count = numbers.next();
        if (count > MAX_STACK_FRAMES) throw new TraceError(`the stack at byte ${numbers.at} has ${count} frames`);
        const rows: number[] = [];
        for (let i = 0; i < count; i++) {
          numbers.next();
          const [name, file, line] = [numbers.next(), numbers.next(), numbers.next()];
          if (wanted.has(id)) {
            rows.push(this.profile.frame({
              name: this.text(generation, name), file: this.text(generation, file), line,
            }));
          }
        }
        if (wanted.has(id)) found.set(id, rows);
      }
    }
    return found;
  }

  private text({ strings }: Generation, id: number): string {
    const place = strings.get(id);
    if (place === undefined) throw new TraceError(`it has no string with the number ${id}`);
    return new TextDecoder().decode(this.bytes.subarray(place.at, place.end));
  }
}

/** Writes small recordings of Java Flight Recorder for tests, in the format of version 2. */

export interface JfrTestFrame { owner: string; name: string; line?: number; type?: string }

/** `stack`: innermost frame first; `values`: fields that are numbers or texts, 0 and "" unless given. */
export interface JfrTestEvent {
  event: string;
  stack?: readonly JfrTestFrame[];
  thread?: string;
  className?: string;
  values?: Readonly<Record<string, number | string>>;
}

export interface JfrTestChunk {
  events: readonly JfrTestEvent[];
  /** Settings as `event name value`; the event of `jdk.ActiveRecording event cpu` is its own setting. */
  settings?: readonly (readonly [event: string, name: string, value: string])[];
  frameTypes?: readonly string[];
  encoding?: 3 | 4 | 5;
  startNanos?: bigint;
  /** Smallest key of the pool of symbols. */
  firstSymbol?: bigint;
  version?: number;
}

const HEADER = 68;
export const JFR_START = 1_700_000_000_000_000_000n;
/** Ticks of a second of a chunk, which lasts 10 s. */
const JFR_TICKS = 1000;

const JDK_FRAMES = ['Interpreted', 'JIT compiled', 'Inlined', 'Native'] as const;
export const ASYNC_FRAMES = [...JDK_FRAMES, 'C++', 'Kernel', 'C1 compiled'] as const;

type FieldOf = readonly [name: string, type: string, mark?: 'pool' | 'list' | 'ticks'];
const TIME: FieldOf = ['startTime', 'long'];
const DURATION: FieldOf = ['duration', 'long', 'ticks'];
const THREAD: FieldOf = ['eventThread', 'java.lang.Thread', 'pool'];
const SAMPLED: FieldOf = ['sampledThread', 'java.lang.Thread', 'pool'];
const STACK: FieldOf = ['stackTrace', 'jdk.types.StackTrace', 'pool'];
const classField = (name: string): FieldOf => [name, 'java.lang.Class', 'pool'];

const TYPES: readonly (readonly [name: string, fields: readonly FieldOf[]])[] = [
  ['boolean', []], ['char', []], ['float', []], ['double', []], ['byte', []], ['short', []], ['int', []], ['long', []],
  ['java.lang.String', []], ['jdk.jfr.Timespan', [['value', 'java.lang.String']]],
  ['jdk.types.Symbol', [['string', 'java.lang.String']]],
  ['java.lang.Class', [['name', 'jdk.types.Symbol', 'pool'], ['modifiers', 'int']]],
  ['java.lang.Thread', [['osName', 'java.lang.String'], ['osThreadId', 'long'], ['javaName', 'java.lang.String']]],
  ['jdk.types.FrameType', [['description', 'java.lang.String']]],
  ['jdk.types.Method', [
    ['type', 'java.lang.Class', 'pool'], ['name', 'jdk.types.Symbol', 'pool'], ['hidden', 'boolean'],
  ]],
  ['jdk.types.StackFrame', [
    ['method', 'jdk.types.Method', 'pool'], ['lineNumber', 'int'], ['bytecodeIndex', 'int'],
    ['type', 'jdk.types.FrameType', 'pool'],
  ]],
  ['jdk.types.StackTrace', [['truncated', 'boolean'], ['frames', 'jdk.types.StackFrame', 'list']]],
  ['jdk.ActiveRecording', [TIME, ['name', 'java.lang.String']]],
  ['jdk.ActiveSetting', [TIME, ['id', 'long'], ['name', 'java.lang.String'], ['value', 'java.lang.String']]],
  ['jdk.ExecutionSample', [TIME, SAMPLED, STACK]],
  ['jdk.NativeMethodSample', [TIME, SAMPLED, STACK]],
  ['jdk.CPUTimeSample', [TIME, STACK, THREAD, ['failed', 'boolean'], ['samplingPeriod', 'long', 'ticks']]],
  ['profiler.WallClockSample', [TIME, SAMPLED, STACK, ['samples', 'int']]],
  ['jdk.ObjectAllocationInNewTLAB', [
    TIME, THREAD, STACK, classField('objectClass'), ['allocationSize', 'long'], ['tlabSize', 'long'],
  ]],
  ['jdk.ObjectAllocationOutsideTLAB', [TIME, THREAD, STACK, classField('objectClass'), ['allocationSize', 'long']]],
  ['jdk.ObjectAllocationSample', [TIME, THREAD, STACK, classField('objectClass'), ['weight', 'long']]],
  ['jdk.JavaMonitorEnter', [TIME, DURATION, THREAD, STACK, classField('monitorClass'), ['address', 'long']]],
  ['jdk.ThreadPark', [TIME, DURATION, THREAD, STACK, classField('parkedClass'), ['timeout', 'long']]],
  ['jdk.JavaMonitorWait', [TIME, DURATION, THREAD, STACK, classField('monitorClass'), ['timeout', 'long']]],
  ['profiler.LiveObject', [TIME, THREAD, STACK, classField('objectClass'), ['allocationSize', 'long']]],
  ['profiler.Malloc', [TIME, THREAD, STACK, ['address', 'long'], ['size', 'long']]],
  ['profiler.Free', [TIME, THREAD, ['address', 'long']]],
  ['jdk.GarbageCollection', [TIME, DURATION, ['sumOfPauses', 'long', 'ticks'], ['longestPause', 'long', 'ticks']]],
  ['jdk.CPULoad', [TIME, ['jvmUser', 'float'], ['jvmSystem', 'float']]],
];
const FIRST_TYPE = 20;
const typeId = (name: string): number => FIRST_TYPE + TYPES.findIndex(([own]) => own === name);

/** Writes an integer of up to nine bytes, the last of which has eight bits. */
function jfrInt(value: number | bigint): number[] {
  const written: number[] = [];
  let rest = BigInt(value);
  while (written.length < 8 && rest > 127n) {
    written.push(Number(rest & 127n) + 128);
    rest >>= 7n;
  }
  return [...written, Number(rest)];
}

function text(value: string, encoding: 3 | 4 | 5): number[] {
  const own = encoding === 3 ? [...new TextEncoder().encode(value)]
    : [...value].flatMap((character) => (encoding === 4 ? jfrInt(character.charCodeAt(0)) : [character.charCodeAt(0)]));
  return [encoding, ...jfrInt(encoding === 3 ? own.length : value.length), ...own];
}

/** Writes the size in front, which counts itself, in four bytes as the JVM does. */
function sized(body: readonly number[]): number[] {
  const size = body.length + 4;
  return [128 + size % 128, 128 + (size >> 7) % 128, 128 + (size >> 14) % 128, size >> 21, ...body];
}

/** The constants of a chunk, numbered from 1 on as they are first named. */
class Pool<T> {
  readonly entries = new Map<string, { id: number | bigint; value: T }>();
  constructor(private readonly first: bigint = 1n) {}

  idOf(key: string, value: T): number | bigint {
    const known = this.entries.get(key) ?? { id: this.first + BigInt(this.entries.size), value };
    this.entries.set(key, known);
    return known.id;
  }
}

class Writer {
  private readonly symbols: Pool<string>;
  private readonly classes = new Pool<string>();
  private readonly threads = new Pool<string>();
  private readonly methods = new Pool<JfrTestFrame>();
  private readonly stacks = new Pool<readonly JfrTestFrame[]>();
  private readonly encoding: 3 | 4 | 5;
  private readonly frameTypes: readonly string[];

  constructor(private readonly chunk: JfrTestChunk) {
    this.symbols = new Pool(chunk.firstSymbol);
    this.encoding = chunk.encoding ?? 3;
    this.frameTypes = chunk.frameTypes ?? JDK_FRAMES;
  }

  bytes(): Uint8Array {
    const { events, settings = [], startNanos = JFR_START, version = 2 } = this.chunk;
    const metadata = this.metadata();
    const first = this.checkpoint([
      ['jdk.types.FrameType', this.frameTypes.map((name, i) => [...jfrInt(i + 1), ...text(name, this.encoding)])],
    ]);
    const body = [
      ...metadata, ...first,
      ...settings.flatMap(([event, name, value]) => sized([
        ...jfrInt(typeId('jdk.ActiveSetting')), ...jfrInt(0), ...jfrInt(typeId(event)), ...text(name, this.encoding),
        ...text(value, this.encoding),
      ])),
      ...events.flatMap((event) => this.event(event)),
    ];
    // The constants are behind the events that name them.
    const whole = [...body, ...this.pools()];
    const bytes = new Uint8Array(HEADER + whole.length);
    const view = new DataView(bytes.buffer);
    bytes.set([0x46, 0x4c, 0x52, 0, 0, version, 0, 1]);
    view.setBigUint64(8, BigInt(bytes.length));
    view.setBigUint64(16, BigInt(HEADER + body.length));
    view.setBigUint64(24, BigInt(HEADER));
    view.setBigUint64(32, startNanos);
    view.setBigUint64(40, 10_000_000_000n);
    view.setBigUint64(48, 0n);
    view.setBigUint64(56, BigInt(JFR_TICKS));
    view.setUint32(64, 1);
    bytes.set(whole, HEADER);
    return bytes;
  }

  private event({ event, stack, thread, className, values = {} }: JfrTestEvent): number[] {
    const fields = TYPES.find(([name]) => name === event)?.[1] ?? [];
    return sized([...jfrInt(typeId(event)), ...fields.flatMap(([name, type, mark]) => {
      if (type === 'jdk.types.StackTrace') return jfrInt(stack === undefined ? 0 : this.stackId(stack));
      if (type === 'java.lang.Thread') return jfrInt(thread === undefined ? 0 : this.threads.idOf(thread, thread));
      if (mark === 'pool') return jfrInt(className === undefined ? 0 : this.classId(className));
      if (type === 'float') return [0, 0, 0, 0];
      const value = values[name] ?? 0;
      return typeof value === 'string' ? text(value, this.encoding) : type === 'boolean' ? [value] : jfrInt(value);
    })]);
  }

  private stackId(stack: readonly JfrTestFrame[]): number | bigint {
    return this.stacks.idOf(JSON.stringify(stack), stack);
  }

  private classId(name: string): number | bigint { return this.classes.idOf(name, name); }
  private symbolId(name: string): number | bigint { return this.symbols.idOf(name, name); }

  private pools(): number[] {
    const stacks = [...this.stacks.entries.values()].map(({ id, value }) => [
      ...jfrInt(id), 0, ...jfrInt(value.length), ...value.flatMap((frame) => [
        ...jfrInt(this.methods.idOf(`${frame.owner}.${frame.name}`, frame)), ...jfrInt(frame.line ?? 0), ...jfrInt(0),
        ...jfrInt(this.frameTypes.indexOf(frame.type ?? 'JIT compiled') + 1),
      ]),
    ]);
    const methods = [...this.methods.entries.values()].map(({ id, value }) => [
      ...jfrInt(id), ...jfrInt(value.owner === '' ? 0 : this.classId(value.owner)),
      ...jfrInt(this.symbolId(value.name)), 0,
    ]);
    const classes = [...this.classes.entries.values()].map(({ id, value }) => [
      ...jfrInt(id), ...jfrInt(this.symbolId(value)), ...jfrInt(1),
    ]);
    const named = (pool: Pool<string>, more: readonly number[] = []): number[][] => [...pool.entries.values()]
      .map(({ id, value }) => [...jfrInt(id), ...text(value, this.encoding), ...more]);
    return this.checkpoint([
      ['jdk.types.StackTrace', stacks], ['jdk.types.Method', methods], ['java.lang.Class', classes],
      ['jdk.types.Symbol', named(this.symbols)],
      ['java.lang.Thread', named(this.threads, [...jfrInt(7), ...text('', this.encoding)])],
    ]);
  }

  private checkpoint(pools: readonly (readonly [type: string, entries: readonly number[][]])[]): number[] {
    return sized([
      ...jfrInt(1), ...jfrInt(0), ...jfrInt(0), ...jfrInt(0), 1, ...jfrInt(pools.length),
      ...pools.flatMap(([type, entries]) => [...jfrInt(typeId(type)), ...jfrInt(entries.length), ...entries.flat()]),
    ]);
  }

  private metadata(): number[] {
    const words: string[] = [];
    const word = (value: string): number[] => {
      if (!words.includes(value)) words.push(value);
      return jfrInt(words.indexOf(value));
    };
    const element = (name: string, attributes: [string, string][], children: number[][]): number[] => [
      ...word(name), ...jfrInt(attributes.length),
      ...attributes.flatMap(([key, value]) => [...word(key), ...word(value)]), ...jfrInt(children.length),
      ...children.flat(),
    ];
    const fieldOf = ([name, type, mark]: FieldOf): number[] => element('field', [
      ['name', name], ['class', String(typeId(type))],
      ...mark === 'pool' ? [['constantPool', 'true'] satisfies [string, string]] : [],
      ...mark === 'list' ? [['dimension', '1'] satisfies [string, string]] : [],
    ], mark === 'ticks'
      ? [element('annotation', [['class', String(typeId('jdk.jfr.Timespan'))], ['value', 'TICKS']], [])] : []);
    const classes = TYPES.map(([name, fields]) =>
      element('class', [['name', name], ['id', String(typeId(name))]], fields.map(fieldOf)));
    const root = element('root', [], [element('metadata', [], classes)]);
    return sized([
      ...jfrInt(0), ...jfrInt(0), ...jfrInt(0), ...jfrInt(1), ...jfrInt(words.length),
      ...words.flatMap((value) => text(value, this.encoding)), ...root,
    ]);
  }
}

export const jfrChunkBytes = (chunk: JfrTestChunk): Uint8Array => new Writer(chunk).bytes();

/** Returns a file of these chunks. */
export function jfrFile(...chunks: readonly JfrTestChunk[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks.map((chunk) => jfrChunkBytes(chunk))));
}

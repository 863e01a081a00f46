/** Reads the constant pools of a Java Flight Recorder chunk: stacks, methods, classes, threads and texts. Pure. */
import { KERNEL_FILE } from '../../../../core/profile/packages.ts';
import { limit } from '../../decode/decodeTables.ts';
import type { ForeignFrame } from '../stacks/foreignStacks.ts';
import { JfrBytes, JfrError, type JfrId, type JfrText } from './jfrBytes.ts';
import type { JfrLimits } from './jfrLimits.ts';
import type { JfrType } from './jfrMetadata.ts';
import type { JfrValueReader, JfrValue, JfrValues } from './jfrValues.ts';

/**
 * `owner`: its class as in a class file, or the library of a function of C; `whole`: its name as Java writes it;
 * `frames`: its frames by type and line, because stacks share most of them.
 */
interface Method { owner: string; name: string; whole: string; frames: Map<string, ForeignFrame> }

export interface JfrStack { frames: readonly ForeignFrame[]; isCut: boolean }

const [SYMBOL, CLASS, METHOD] = ['jdk.types.Symbol', 'java.lang.Class', 'jdk.types.Method'];
const [STACK, FRAME, FRAME_TYPE] = ['jdk.types.StackTrace', 'jdk.types.StackFrame', 'jdk.types.FrameType'];
const [THREAD, TEXT] = ['java.lang.Thread', 'java.lang.String'];
const KEPT: ReadonlySet<string> = new Set([SYMBOL, CLASS, METHOD, STACK, FRAME_TYPE, THREAD, TEXT]);
/** Number of constants of a chunk, all kinds together. */
const MAX_CONSTANTS = 2_000_000;
const MAX_FRAME_TYPES = 100;
/** Number of frames of a stack; the largest depth of async-profiler is 2,048. */
const MAX_DEPTH = 10_000;
/** The largest line of a class file. */
const MAX_LINE = 65_535;
const NO_STACK: JfrStack = { frames: [], isCut: false };
const NO_METHOD: ForeignFrame = { name: '[unknown]' };
const KERNEL = 'Kernel';

const STRING_FIELDS = new Set(['string']);
const NAME_FIELDS = new Set(['name']);
const METHOD_FIELDS = new Set(['type', 'name']);
const DESCRIPTION_FIELDS = new Set(['description']);
const THREAD_FIELDS = new Set(['osName', 'javaName']);
const FRAME_FIELDS = new Set(['method', 'lineNumber', 'type']);

export class JfrPools {
  private readonly pools = new Map<string, { type: JfrType; places: Map<JfrId, number> }>();
  private readonly symbols = new Map<JfrId, string>();
  private readonly classes = new Map<JfrId, string>();
  private readonly threads = new Map<JfrId, string>();
  private readonly methods = new Map<JfrId, Method | null>();
  private readonly stacks = new Map<JfrId, JfrStack>();
  private frameTypes: { names: ReadonlyMap<JfrId, string>; hasKernel: boolean } | null = null;
  private constants = 0;

  constructor(
    private readonly bytes: Uint8Array, private readonly end: number, private readonly values: JfrValueReader,
    private readonly limits: JfrLimits
  ) {}

  /** Remembers where the constants of a checkpoint are; `own` is behind its size and type. */
  addCheckpoint(own: JfrBytes): void {
    // Start, duration and distance to the checkpoint before.
    for (let i = 0; i < 3; i++) own.int();
    own.byte();
    const pools = own.count();
    for (let i = 0; i < pools; i++) {
      const type = this.values.typeOf(own.int());
      const isText = type.name === TEXT;
      const pool = !KEPT.has(type.name) ? null
        : this.pools.get(type.name) ?? { type, places: new Map<JfrId, number>() };
      if (pool !== null) this.pools.set(type.name, pool);
      const count = own.count();
      for (let constant = 0; constant < count; constant++) {
        const id = own.id();
        if (pool !== null) {
          this.constants += 1;
          limit(this.constants, MAX_CONSTANTS, 'constants in a chunk');
          pool.places.set(id, own.at);
        }
        if (isText) own.skipText();
        else this.values.skipFields(own, type);
      }
    }
  }

  /** Returns a text, which may be a key of the pool of texts; "" for none. */
  text(value: JfrValue): string {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return '';
    const place = this.pools.get(TEXT)?.places.get(value.pool);
    const found: JfrText = place === undefined ? null : new JfrBytes(this.bytes, place, this.end).text();
    return typeof found === 'string' ? this.limits.name(found) : '';
  }

  /** Returns the name of a class as Java writes it; "" if it is not known. */
  className(id: JfrValue): string {
    return remembered(this.classes, id, '', (key) => this.limits.name(javaName(this.classSymbol(key))));
  }

  threadName(id: JfrValue): string {
    return remembered(this.threads, id, '', (key) => {
      const { javaName: ofJava, osName } = this.fieldsOf(THREAD, key, THREAD_FIELDS);
      const own = this.text(ofJava);
      return own === '' ? this.text(osName) : own;
    });
  }

  /** Returns a stack, innermost frame first; one without frames if the event names none, or one that is missing. */
  stack(id: JfrValue): JfrStack {
    return remembered(this.stacks, id, NO_STACK, (key) => this.readStack(key));
  }

  private readStack(id: JfrId): JfrStack {
    const pool = this.pools.get(STACK);
    const place = pool?.places.get(id);
    if (pool === undefined || place === undefined) return NO_STACK;
    const own = new JfrBytes(this.bytes, place, this.end);
    const frames: ForeignFrame[] = [];
    let isCut = false;
    for (const field of pool.type.fields) {
      if (field.name === 'truncated' && !field.isPooled && !field.isArray) isCut = own.byte() === 1;
      else if (field.name !== 'frames' || !field.isArray || field.isPooled) this.values.skip(own, field);
      else {
        const type = this.values.typeOf(field.type);
        if (type.name !== FRAME) throw new JfrError(`the stacks have frames of the type ${type.name.slice(0, 60)}`);
        const count = own.count();
        if (count > MAX_DEPTH) throw new JfrError(`the stack at byte ${place} has ${count} frames`);
        this.limits.stack(count);
        for (let i = 0; i < count; i++) frames.push(this.frameOf(this.values.fields(own, type, FRAME_FIELDS)));
      }
    }
    return { frames, isCut };
  }

  private frameOf({ method: id, lineNumber, type }: JfrValues): ForeignFrame {
    const method = remembered(this.methods, id, null, (key) => this.readMethod(key));
    if (method === null) return NO_METHOD;
    const line = typeof lineNumber === 'number' && lineNumber <= MAX_LINE ? lineNumber : 0;
    const key = `${isId(type) ? type : ''}:${line}`;
    const known = method.frames.get(key);
    if (known !== undefined) return known;
    this.limits.frame();
    const frame = this.newFrame(method, type, line);
    method.frames.set(key, frame);
    return frame;
  }

  private newFrame({ owner, name, whole }: Method, type: JfrValue, line: number): ForeignFrame {
    const { names, hasKernel } = this.frameTypes ??= this.readFrameTypes();
    const frameType = isId(type) ? names.get(type) : undefined;
    if (frameType === KERNEL) return { name, file: KERNEL_FILE };
    // In a file of the JDK a native frame is a native method of Java; in one of async-profiler, a function of C.
    if (frameType === 'C++' || (frameType === 'Native' && hasKernel))
      return owner === '' ? { name } : { name, file: owner, binary: owner };
    return { name: whole, line };
  }

  private readMethod(id: JfrId): Method | null {
    const { type, name: key } = this.fieldsOf(METHOD, id, METHOD_FIELDS);
    const name = this.symbol(key);
    const owner = isId(type) ? this.classSymbol(type) : '';
    const whole = owner === '' ? name : `${javaName(owner)}.${name}`;
    return name === '' ? null : { owner, name, whole: this.limits.name(whole), frames: new Map() };
  }

  private classSymbol(id: JfrId): string {
    return this.symbol(this.fieldsOf(CLASS, id, NAME_FIELDS)['name']);
  }

  private symbol(id: JfrValue): string {
    return remembered(this.symbols, id, '', (key) => this.text(this.fieldsOf(SYMBOL, key, STRING_FIELDS)['string']));
  }

  private readFrameTypes(): { names: ReadonlyMap<JfrId, string>; hasKernel: boolean } {
    const ids = [...this.pools.get(FRAME_TYPE)?.places.keys() ?? []].slice(0, MAX_FRAME_TYPES);
    const names = new Map(ids.map(
      (id) => [id, this.text(this.fieldsOf(FRAME_TYPE, id, DESCRIPTION_FIELDS)['description'])]
    ));
    return { names, hasKernel: [...names.values()].includes(KERNEL) };
  }

  private fieldsOf(name: string, id: JfrId, wanted: ReadonlySet<string>): JfrValues {
    const pool = this.pools.get(name);
    const place = pool?.places.get(id);
    return pool === undefined || place === undefined ? {}
      : this.values.fields(new JfrBytes(this.bytes, place, this.end), pool.type, wanted);
  }
}

const isId = (value: JfrValue): value is JfrId => typeof value === 'number' || typeof value === 'bigint';

/** Returns what was read for a key before, or reads it; `none` for what is no key. */
function remembered<T>(known: Map<JfrId, T>, id: JfrValue, none: T, read: (id: JfrId) => T): T {
  if (!isId(id)) return none;
  const before = known.get(id);
  if (before !== undefined) return before;
  const value = read(id);
  known.set(id, value);
  return value;
}

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['B', 'byte'], ['C', 'char'], ['D', 'double'], ['F', 'float'], ['I', 'int'], ['J', 'long'], ['S', 'short'],
  ['Z', 'boolean'],
]);

/** Returns `org.example.Block[]` for `[Lorg/example/Block;`; the number behind the slash of a hidden class is kept. */
function javaName(symbol: string): string {
  const dimensions = /^\[{1,255}/.exec(symbol)?.[0].length ?? 0;
  const element = symbol.slice(dimensions);
  const name = dimensions === 0 ? element : PRIMITIVES.get(element) ?? element.replace(/^L(.{1,8192});$/s, '$1');
  return name.replaceAll(/\/(?!\d)/g, '.') + '[]'.repeat(dimensions);
}

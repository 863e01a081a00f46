/** Reads and passes over values by the types that the metadata of their chunk describe. Pure. */
import { JfrError, type JfrBytes, type JfrId, type JfrText } from './jfrBytes.ts';
import type { JfrField, JfrType, JfrTypes } from './jfrMetadata.ts';

/** A number, the key of a constant, or a text; undefined for other values. */
export type JfrValue = JfrId | JfrText | undefined;
export type JfrValues = Readonly<Record<string, JfrValue>>;

/** Returns the number of a value; 0 for a text. */
export const numberOf = (value: JfrValue): number =>
  (typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0);

const MAX_DEPTH = 12;
/** Number of values that a chunk may have for each of its bytes: types without fields take none. */
const VALUES_PER_BYTE = 4;
const TEXT = 'java.lang.String';
const INTEGERS = new Set(['long', 'int', 'short', 'char']);
/** Sizes of the types that are no integers of variable length. */
const SIZES: ReadonlyMap<string, number> = new Map([['boolean', 1], ['byte', 1], ['float', 4], ['double', 8]]);

export class JfrValueReader {
  private left: number;

  constructor(private readonly types: JfrTypes, chunkBytes: number) {
    this.left = VALUES_PER_BYTE * chunkBytes;
  }

  typeOf(id: number): JfrType {
    const type = this.types.get(id);
    if (type === undefined) throw new JfrError(`the chunk has values of type ${id}, which is not described`);
    return type;
  }

  /** Reads the wanted fields of a value, and passes over the others; a list is passed over, too. */
  fields(bytes: JfrBytes, { fields }: JfrType, wanted: ReadonlySet<string>): JfrValues {
    const values: Record<string, JfrValue> = {};
    for (const field of fields) {
      if (wanted.has(field.name) && !field.isArray) values[field.name] = this.one(bytes, field);
      else this.skip(bytes, field);
    }
    return values;
  }

  skipFields(bytes: JfrBytes, { fields }: JfrType, depth = 0): void {
    for (const field of fields) this.skip(bytes, field, depth);
  }

  skip(bytes: JfrBytes, field: JfrField, depth = 0): void {
    const count = field.isArray ? bytes.count() : 1;
    for (let i = 0; i < count; i++) this.skipOne(bytes, field, depth);
  }

  private one(bytes: JfrBytes, field: JfrField): JfrValue {
    this.spend();
    if (field.isPooled) return bytes.id();
    const { name } = this.typeOf(field.type);
    if (INTEGERS.has(name)) return bytes.int();
    if (name === TEXT) return bytes.text();
    if (SIZES.get(name) === 1) return bytes.byte();
    this.skipOne(bytes, field, 0);
    return undefined;
  }

  private skipOne(bytes: JfrBytes, field: JfrField, depth: number): void {
    this.spend();
    if (field.isPooled) {
      bytes.int();
      return;
    }
    const type = this.typeOf(field.type);
    const size = SIZES.get(type.name);
    if (INTEGERS.has(type.name)) bytes.int();
    else if (type.name === TEXT) bytes.skipText();
    else if (size !== undefined) bytes.skip(size);
    else if (depth >= MAX_DEPTH) throw new JfrError('a type of the metadata contains itself');
    else this.skipFields(bytes, type, depth + 1);
  }

  private spend(): void {
    this.left -= 1;
    if (this.left < 0) throw new JfrError('the chunk has more values than bytes');
  }
}

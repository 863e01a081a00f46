/** Reads the metadata of a Java Flight Recorder chunk: the types of events and constants, with their fields. Pure. */
import { JfrBytes, JfrError } from './jfrBytes.ts';

export interface JfrField {
  name: string;
  /** Number of its type. */
  type: number;
  /** The value is a key of the constant pool of the type. */
  isPooled: boolean;
  isArray: boolean;
  /** Unit of a timespan, such as `TICKS`; "" for other fields. */
  timespan: string;
}
export interface JfrType { id: number; name: string; fields: readonly JfrField[] }
export type JfrTypes = ReadonlyMap<number, JfrType>;

interface Element { name: string; attributes: Map<string, string>; children: Element[] }

const MAX_STRINGS = 50_000;
const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 12;
const TOO_LARGE = 'the metadata are too large';
const TIMESPAN = 'jdk.jfr.Timespan';

/** Reads the types from the metadata at an offset of a chunk that ends at `end`. Throws JfrError. */
export function readMetadata(bytes: Uint8Array, at: number, end: number): JfrTypes {
  const own = new JfrBytes(bytes, at, end);
  // Size, type, start, duration and number of the metadata.
  for (let i = 0; i < 5; i++) own.int();
  const count = own.count();
  if (count > MAX_STRINGS) throw new JfrError(TOO_LARGE);
  const strings: string[] = [];
  for (let i = 0; i < count; i++) {
    const text = own.text();
    strings.push(typeof text === 'string' ? text : '');
  }
  const classes = elementOf(own, strings, { elements: MAX_ELEMENTS }, 0).children
    .flatMap(({ children }) => children.filter(({ name }) => name === 'class'));
  const timespans = new Set(classes.filter((one) => attributeOf(one, 'name') === TIMESPAN)
    .map((one) => attributeOf(one, 'id')));
  return new Map(classes.map((one) => [Number(attributeOf(one, 'id')), typeOf(one, timespans)]));
}

const attributeOf = ({ attributes }: Element, name: string): string => attributes.get(name) ?? '';

function typeOf(element: Element, timespans: ReadonlySet<string>): JfrType {
  return {
    id: Number(attributeOf(element, 'id')), name: attributeOf(element, 'name'),
    fields: element.children.filter(({ name }) => name === 'field').map((field) => ({
      name: attributeOf(field, 'name'), type: Number(attributeOf(field, 'class')),
      isPooled: attributeOf(field, 'constantPool') === 'true', isArray: attributeOf(field, 'dimension') === '1',
      timespan: timespanOf(field, timespans),
    })),
  };
}

function timespanOf({ children }: Element, timespans: ReadonlySet<string>): string {
  const own = children.find((one) => one.name === 'annotation' && timespans.has(attributeOf(one, 'class')));
  return own === undefined ? '' : attributeOf(own, 'value');
}

function elementOf(own: JfrBytes, strings: readonly string[], left: { elements: number }, depth: number): Element {
  left.elements -= 1;
  if (left.elements < 0 || depth > MAX_DEPTH) throw new JfrError(TOO_LARGE);
  const element: Element = { name: strings[own.int()] ?? '', attributes: new Map(), children: [] };
  const attributes = own.count();
  for (let i = 0; i < attributes; i++) {
    const key = strings[own.int()] ?? '';
    element.attributes.set(key, strings[own.int()] ?? '');
  }
  const children = own.count();
  for (let i = 0; i < children; i++) element.children.push(elementOf(own, strings, left, depth + 1));
  return element;
}

/** Unwraps JSON around a line: Docker's json-file, journald, stern, exports with one record per line. */
import { fieldsOfObject, hasPod, nameSource, stamped, stampOf, textOf } from './envelopeFields.ts';
import type { Peeled } from './logLine.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

/** Docker splits longer lines into parts of about this many bytes. */
const DOCKER_PART = 16_000;

export function jsonObject(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Serializes a value; returns `""` if it is nested too deep. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Strips the envelope; returns false if the text is the server's own JSON line, or not JSON. */
export function peelJson(peeled: Peeled): boolean {
  const object = jsonObject(peeled.text);
  return object !== null && peelObject(peeled, object);
}

export function peelObject(peeled: Peeled, object: Record<string, unknown>): boolean {
  if (typeof object.msg === 'string') {
    const fields = fieldsOfObject({ kubernetes: object.kubernetes });
    if (peeled.name === '' && hasPod(fields)) nameSource(peeled, fields);
    return false;
  }
  const fields = fieldsOfObject(object);
  const payload = object.jsonPayload ?? object.fields;
  const text = textOf(fields) ?? innerMessage(fields)
    ?? (typeof payload === 'object' && payload !== null ? jsonText(payload) : undefined);
  if (text === undefined) return false;
  stamped(peeled, stampOf(fields));
  nameSource(peeled, fields);
  const isDocker = typeof object.log === 'string' && typeof object.stream === 'string';
  peeled.envelopes.push(isDocker ? 'Docker json-file' : fields.has('message_of_journal') ? 'journald JSON' : 'JSON');
  peeled.closed = true;
  peeled.partial = isDocker && !text.endsWith('\n') && text.length > DOCKER_PART;
  peeled.text = text.replace(/[\r\n]+$/, '');
  return true;
}

/** Returns `message`, also a key of servers, if it holds a line or the object names a pod or has `@timestamp`. */
function innerMessage(fields: ReadonlyMap<string, string>): string | undefined {
  const text = fields.get('message');
  if (text === undefined) return undefined;
  const holdsLine = /^\s*(?:(?:ts|time|level|caller|t|lvl)=|\{"|\d{4}-\d\d-\d\d[T ]\d\d:)/.test(text);
  return holdsLine || hasPod(fields) || fields.has('@timestamp') ? text : undefined;
}

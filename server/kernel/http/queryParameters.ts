import type { TSchema } from 'typebox';
import { firstMistake } from '../../../core/contract/questions/check.ts';
import type { Query, Read, Said } from '../../../core/contract/questions/schema.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { unknownName } from '../../../core/text/unknownName.ts';
import { badData } from './errors.ts';

/** Of a request, or those of a question that was kept. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * A parameter as its schema has it; undefined when it is absent or empty. Throws bad_data, also where it must be there
 * and is not.
 */
export function readParameter(name: string, schema: TSchema, parameters: Parameters): unknown {
  const { words, missing, default: usual, maxLength, format, 'x-repeats': repeats } = schema as Known;
  const text = repeats === true ? joined(parameters[name]) : parameters[name];
  if (text === undefined || text === '') return absent(missing, usual);
  if (typeof text !== 'string') throw badData(`"${name}" may appear only once.`);
  if (maxLength !== undefined && text.length > maxLength)
    throw badData(`"${name}" is longer than ${maxLength} characters.`);
  if (format === 'rfc3339-or-unix-seconds') return timeMs(name, text);
  if (format === 'prometheus-duration') return durationMs(name, text);
  const value = typed(schema as Known, text);
  if (format !== 'json-list' && Array.isArray(value) && value.length === 0) return absent(missing, usual);
  const isGood = format === 'json-list' ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : firstMistake(schema, value) === null;
  if (!isGood) throw badData(words?.(text, name) ?? mistakeWords(name, schema as Known, text));
  return value;
}

/** Throws bad_data for a parameter that is not declared, whatever its value. */
export function refuseUnknown(query: Query, parameters: Parameters): void {
  const known = Object.keys(query);
  const unknown = Object.keys(parameters).find((name) => !known.includes(name));
  if (unknown !== undefined) throw badData(unknownName('parameter', unknown, known));
}

/** Every declared parameter that is present in a query. Others are ignored. */
export function readQuery<Q extends Query>(query: Q, parameters: Parameters): Read<Q> {
  return Object.fromEntries(Object.entries(query).flatMap(([name, schema]) => {
    const value = readParameter(name, schema, parameters);
    return value === undefined ? [] : [[name, value]];
  })) as Read<Q>;
}

interface Known extends Said {
  type?: string;
  format?: string;
  enum?: readonly string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  missing?: () => string;
  /** May appear several times: its texts, one a line. */
  'x-repeats'?: true;
}

function joined(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('\n') : value;
}

function absent(missing: Known['missing'], usual: unknown): unknown {
  if (missing !== undefined) throw badData(missing());
  return usual;
}

/** The text as a value of the schema's type; as it is where it is none. */
function typed({ type, format }: Known, text: string): unknown {
  if (format === 'json-list') return parsed(text);
  switch (type) {
    case 'integer': return /^\d+$/.test(text) ? Number(text) : text;
    case 'number': return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean': return text === 'true' || text === '1' || (text === 'false' || text === '0' ? false : text);
    case 'array': return text.split(',').map((item) => item.trim()).filter((item) => item !== '');
    default: return text;
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function mistakeWords(name: string, { type, enum: allowed, minimum = 0, maximum = 0 }: Known, text: string): string {
  const said = `"${name}"="${text.slice(0, 100)}"`;
  if (allowed !== undefined) return `${said} is not one of ${allowed.join(', ')}.`;
  if (type === 'boolean') return `${said}: write true or false.`;
  return `${said} is not a ${type === 'integer' ? 'whole number' : type ?? 'text'} from ${minimum} to ${maximum}.`;
}

/** A date alone is its start in UTC. A time needs its zone: without one it would be the server's. */
const RFC3339 = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;
const SECONDS = /^-?\d+(?:\.\d*)?(?:[eE]\+?\d{1,2})?$/;
/** The year 5138; from here on a number is taken for milliseconds. */
const MIN_MS_AS_SECONDS = 1e11;

/** RFC 3339 or Unix seconds -> ms since the epoch. Throws bad_data with the name. */
export function timeMs(name: string, text: string): number {
  // A plus sign that was not percent-encoded arrives as a space.
  const value = text.replace(/ (?=\d\d:\d\d$)/, '+');
  const said = `"${name}"="${text.slice(0, 100)}" is not a time; write RFC 3339 or Unix seconds`;
  const isSeconds = SECONDS.test(value);
  if (isSeconds && Number(value) >= MIN_MS_AS_SECONDS)
    throw badData(`${said}${Number(value) < 1e14 ? ' (these look like milliseconds)' : ''}.`);
  const ms = isSeconds ? Math.round(Number(value) * 1000) : RFC3339.test(value) ? Date.parse(value) : NaN;
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) throw badData(`${said}.`);
  return ms;
}

/** `15s`, `2h` or seconds -> ms. */
function durationMs(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms === null || ms <= 0) throw badData(`"${name}"="${text}" is not a duration; write e.g. 15s, 2h or seconds.`);
  return ms;
}

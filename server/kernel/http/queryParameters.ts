import type { TSchema } from 'typebox';
import { firstMistake } from '../../../core/contract/questions/check.ts';
import type { Query, Read, Said } from '../../../core/contract/questions/schema.ts';
import { parseDurationMs } from '../../../core/text/durations.ts';
import { unknownName } from '../../../core/text/unknownName.ts';
import { badData } from './errors.ts';

/** Parameters of a request or of a stored query. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Reads a parameter by its schema; undefined if it is absent or empty. Throws bad_data, also for a missing required
 * one.
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

/** Reads the declared parameters that are present in a query. Ignores others. */
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
  /** May appear several times: its texts are joined, one per line. */
  'x-repeats'?: true;
}

function joined(value: unknown): unknown {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('\n') : value;
}

function absent(missing: Known['missing'], usual: unknown): unknown {
  if (missing !== undefined) throw badData(missing());
  return usual;
}

/** Converts the text to the schema's type, or returns it unchanged if it is no such value. */
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

/** A date alone means its start in UTC. A time needs its zone: otherwise the server's zone would apply. */
const RFC3339 = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;
const SECONDS = /^-?\d+(?:\.\d*)?(?:[eE]\+?\d{1,2})?$/;
/** The year 5138; larger numbers are taken for milliseconds. */
const MIN_MS_AS_SECONDS = 1e11;

/** Converts RFC 3339 or Unix seconds to ms since the epoch. Throws bad_data with the name. */
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

/** Converts `15s`, `2h` or seconds to ms. */
function durationMs(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms === null || ms <= 0) throw badData(`"${name}"="${text}" is not a duration; write e.g. 15s, 2h or seconds.`);
  return ms;
}

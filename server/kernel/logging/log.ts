/**
 * The program's log: one line per event on stderr, as logfmt or JSON, with a sentence and fields. Worker threads read
 * the format and level from their copy of the environment.
 */
import { systemClock } from '../../../core/time/clock.ts';
export const LOG_FORMATS = ['logfmt', 'json'] as const;
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];
export type LogLevel = (typeof LOG_LEVELS)[number];
/** `error`: written as two fields, its message and stack. */
export type LogFields = Record<string, unknown>;

let format: LogFormat = process.env.TSDBSCOPE_LOG_FORMAT === 'json' ? 'json' : 'logfmt';
let secrets: readonly string[] = [];
let lowest = LOG_LEVELS.indexOf(LOG_LEVELS.find((level) => level === process.env.TSDBSCOPE_LOG_LEVEL) ?? 'info');

/**
 * Configures this thread, and those that it starts later. Redacts `secrets` in every line of this thread, the only one
 * that has them.
 */
export function configureLog(options: { format: LogFormat; level: LogLevel; secrets?: readonly string[] }): void {
  format = options.format;
  secrets = options.secrets ?? [];
  lowest = LOG_LEVELS.indexOf(options.level);
  process.env.TSDBSCOPE_LOG_FORMAT = options.format;
  process.env.TSDBSCOPE_LOG_LEVEL = options.level;
}

const writer = (level: LogLevel) => (message: string, fields: LogFields = {}): void => {
  if (LOG_LEVELS.indexOf(level) < lowest) return;
  const time = new Date(systemClock.nowMs()).toISOString();
  process.stderr.write(`${logLine(format, { time, level, msg: message, ...fields })}\n`);
};

export const log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };

/** Returns one line without a line break. Removes passwords in addresses and configured secrets. */
export function logLine(as: LogFormat, fields: LogFields): string {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => (value instanceof Error
    ? [[key, value.message], [`${key}_stack`, value.stack]] : [[key, value]]))
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, unknown] => [key, typeof value === 'string' ? withoutPasswords(value) : value]);
  if (as === 'json') return JSON.stringify(Object.fromEntries(entries));
  return entries.map(([key, value]) => `${key}=${inLogfmt(value)}`).join(' ');
}

function withoutPasswords(text: string): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, '(redacted)'), text)
    .replace(/\/\/[^/\s"'@]+@/g, '//');
}

function inLogfmt(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\w./:+-]+$/.test(text) ? text : JSON.stringify(text);
}

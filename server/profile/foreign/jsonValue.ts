/** Checks the types of values in JSON from other programs. */
import { ForeignError } from './foreignError.ts';
import { isRecord } from '../../../core/contract/isRecord.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectAt(value: unknown, what: string): JsonObject {
  if (isRecord(value)) return value;
  throw new ForeignError(`${what} is no object`);
}

export function listAt(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new ForeignError(`${what} is no list`);
}

export function numberAt(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ForeignError(`${what} is no number`);
}

export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

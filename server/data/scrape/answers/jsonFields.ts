/** Reads answers of a target field by field: each function returns undefined for a value of another form. */
import { isRecord } from '../../../../core/contract/isRecord.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectField(object: JsonObject, name: string): JsonObject | undefined {
  const value = object[name];
  return isRecord(value) ? value : undefined;
}

export function textField(object: JsonObject, name: string, maxLength: number): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

/** Returns a finite number, stored as number or as decimal text. */
export function numberField(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  const number = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns the JSON object in a body; undefined if there is none. */
export function parseObject(body: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    // Untrusted text that is not JSON is expected here; anything else is a bug.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the `data` of Prometheus's envelope; undefined unless its status is success. */
export function apiData(body: Uint8Array): JsonObject | undefined {
  const envelope = parseObject(body);
  return envelope?.['status'] === 'success' ? objectField(envelope, 'data') : undefined;
}

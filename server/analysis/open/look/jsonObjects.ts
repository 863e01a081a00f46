/** Finds the objects in a text of JSON. Pure; bounded. */

const MAX_CHARS = 256 * 1024;
const MAX_DEPTH = 8;
const MAX_OBJECTS = 5000;

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the objects of a JSON text, the outer ones first; none if it is not JSON, or large. */
export function objectsIn(text: string): Json[] {
  if (text.length > MAX_CHARS || !/^\s{0,100}[[{]/.test(text)) return [];
  const found: Json[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || found.length >= MAX_OBJECTS) return;
    if (Array.isArray(value)) for (const one of value as unknown[]) visit(one, depth + 1);
    else if (isObject(value)) {
      found.push(value);
      for (const one of Object.values(value)) visit(one, depth + 1);
    }
  };
  try {
    visit(JSON.parse(text) as unknown, 0);
  } catch {
    return [];
  }
  return found;
}

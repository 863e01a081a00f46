import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { unknownName } from '../../text/unknownName.ts';
import type { Said } from './schema.ts';
import { isRecord } from '../isRecord.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });
const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Returns the schema's first error on the value, or null if it is valid. */
export function firstMistake(schema: TSchema, value: unknown): ErrorObject | null {
  let validate = compiled.get(schema);
  if (validate === undefined) compiled.set(schema, validate = ajv.compile(schema));
  return validate(value) ? null : validate.errors?.[0] ?? null;
}

/** Checks like `checkBody`, but first refuses unknown keys, because a typo often causes another error. */
export function checkRequest<S extends TSchema>(schema: S, sent: unknown): ReturnType<typeof checkBody<S>> {
  const mistake = unknownKey([schema], sent, '');
  return mistake === null ? checkBody(schema, sent) : { mistake };
}

interface Shape {
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
  anyOf?: readonly Shape[];
}

/** Returns the first key that none of the alternative shapes has, or null. */
function unknownKey(shapes: readonly Shape[], value: unknown, path: string): string | null {
  const all = shapes.flatMap((shape) => shape.anyOf ?? [shape]);
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: one }) => one ?? []);
    return first(value, (item, i) => unknownKey(items, item, `${path}${i}.`));
  }
  const objects = all
    .flatMap(({ properties }) => (properties === undefined ? [] : [new Map(Object.entries(properties))]));
  if (!isRecord(value) || objects.length === 0) return null;
  const known = [...new Set(objects.flatMap((properties) => [...properties.keys()]))];
  return first(Object.entries(value), ([key, inner]) => {
    const inside = objects.flatMap((properties) => properties.get(key) ?? []);
    return inside.length === 0 ? unknownName('key', `${path}${key}`, known.map((one) => `${path}${one}`))
      : unknownKey(inside, inner, `${path}${key}.`);
  });
}

function first<T>(items: readonly T[], mistakeOf: (item: T, at: number) => string | null): string | null {
  for (const [at, item] of items.entries()) {
    const mistake = mistakeOf(item, at);
    if (mistake !== null) return mistake;
  }
  return null;
}

/** Returns the checked JSON body, or the error sentence: that of the innermost schema that defines one. */
export function checkBody<S extends TSchema>(schema: S, sent: unknown): { value: Static<S> } | { mistake: string } {
  const error = firstMistake(schema, sent);
  if (error === null) return { value: sent as Static<S> };
  const missing = (error.params as { missingProperty?: string }).missingProperty;
  const path = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  const words = [
    ...along(schema, error, missing)
  ].flatMap(({ words: said }) => (typeof said === 'function' ? [said as Words] : []));
  const last = words.at(-1);
  const name = path.slice(1, 100).replaceAll('/', '.');
  if (last !== undefined) return { mistake: last(valueAt(sent, path), name) };
  return { mistake: `"${name}" ${missing === undefined ? error.message ?? 'is wrong' : 'is missing'}.` };
}

type Words = NonNullable<Said['words']>;

/** Yields the schemas on the path to the error, outermost first. */
function* along(
  schema: TSchema, { schemaPath }: ErrorObject, missing: string | undefined
): Generator<Record<string, unknown>> {
  const steps = schemaPath.split('/').slice(1);
  let at: unknown = schema;
  for (const step of missing === undefined ? steps : [...steps.slice(0, -1), 'properties', missing]) {
    if (isRecord(at)) yield at;
    at = isRecord(at) || Array.isArray(at) ? at[step.replaceAll('~1', '/') as never] : undefined;
  }
  if (isRecord(at)) yield at;
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('/').slice(1)
    .reduce<unknown>((at, key) => (isRecord(at) || Array.isArray(at) ? at[key as never] : undefined), value);
}

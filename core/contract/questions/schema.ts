/**
 * Building blocks of request schemas. One schema is the type of a value, the check of a request, and its description in
 * openapi.json. Functions in a schema give our own error messages; JSON omits them.
 */
import { Type as T, type Static, type TSchema } from 'typebox';

export interface Said {
  [option: PropertyKey]: unknown;
  description?: string;
  /** Returns what is wrong with the value of a name, and what to write instead. */
  words?: (value: unknown, name: string) => string;
}

/** Query parameters of a route, by name. */
export type Query = Readonly<Record<string, TSchema>>;
type Always<Q extends Query> = {
  [K in keyof Q]: Q[K] extends { missing: unknown } | { default: unknown } ? K : never;
}[keyof Q];
/** Parsed query. */
export type Read<Q extends Query> =
  & { [K in Always<Q>]: Static<Q[K]> }
  & { [K in Exclude<keyof Q, Always<Q>>]?: Static<Q[K]> };

export const text = (maxLength = 1000, said: Said = {}) => T.String({ maxLength, ...said });
export const whole = (maximum: number, minimum = 0, said: Said = {}) => T.Integer({ minimum, maximum, ...said });
export const between = (minimum: number, maximum: number, said: Said = {}) => T.Number({ minimum, maximum, ...said });
export const ratio = (said: Said = {}) => between(0, 1, said);
export const flag = (said: Said = {}) => T.Boolean(said);
export const oneOf = <const V extends string>(words: readonly V[], said: Said = {}) => (
  T.Unsafe<V>({ type: 'string', enum: words, ...said })
);

/** A comma-separated list. */
export const list = <S extends TSchema>(item: S, maxItems: number, said: Said = {}) =>
  T.Array(item, { maxItems, ...said });

/** Returns the schema of a time, which is parsed to milliseconds since the epoch. */
export const time = (description = 'RFC 3339 or Unix seconds.') => (
  T.Unsafe<number>({ type: ['string', 'number'], format: 'rfc3339-or-unix-seconds', maxLength: 1000, description })
);
/** Returns the schema of a duration, which is parsed to milliseconds. */
export const duration = (description: string) => (
  T.Unsafe<number>({ type: ['string', 'number'], format: 'prometheus-duration', maxLength: 1000, description })
);

/** Makes the parameter required; `sentence` is the error if it is missing. */
export function required<S extends TSchema>(schema: S, sentence: string): S & { missing: () => string } {
  return { ...schema, missing: () => sentence };
}

export function usually<S extends TSchema>(schema: S, value: Static<S>): S & { default: Static<S> } {
  return { ...schema, default: value };
}

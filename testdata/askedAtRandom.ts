/** Values for declared parameters and bodies, such as their schemas allow and such as they do not. */
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import { firstMistake } from '../core/contract/questions/check.ts';

interface Schema {
  type?: string | string[]; format?: string; enum?: unknown[]; items?: Schema; anyOf?: Schema[]; const?: unknown;
    pattern?: string;
  minimum?: number; maximum?: number; minItems?: number; maxItems?: number; maxLength?: number;
  properties?: Record<string, Schema>; required?: string[]; additionalProperties?: Schema;
}

const TIMES = ['2026-11-20T16:27:38Z', '2026-11-20', 1_795_192_058, 1_795_192_058.5];
const BY_FORMAT: Record<string, Arbitrary<unknown>> = {
  'rfc3339-or-unix-seconds': fc.constantFrom(...TIMES),
  'prometheus-duration': fc.constantFrom('15s', '2h', '1h30m', 90),
  'json-list': fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }).map((names) => JSON.stringify(names)),
};
/** For the patterns there are: the first that fits. */
const BY_PATTERN = ['none', '/format', 'a'.repeat(64)];
/** Taken as text by every parameter, hardly ever as anything else. */
const ODD = ['\u0000', 'NaN', '-1', '1e99', '%', '../..', '{}', '[', '💥', ' '];

/** What the schema allows. */
export function allowed(schema: Schema): Arbitrary<unknown> {
  const {
    format = '', items, pattern, minimum = 0, maximum = 1, minItems = 0, maxItems = 3, maxLength = 20,
    additionalProperties,
  } = schema;
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(allowed));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (format in BY_FORMAT) return BY_FORMAT[format] ?? fc.constant('');
  if (pattern !== undefined) return fc.constantFrom(...BY_PATTERN.filter((text) => new RegExp(pattern).test(text)));
  const one = (type: string | undefined): Arbitrary<unknown> => {
    switch (type) {
      case 'null': return fc.constant(null);
      case 'boolean': return fc.boolean();
      case 'integer': return fc.integer({ min: minimum, max: Math.min(maximum, 1e6) });
      case 'number': return fc.double({ min: minimum, max: maximum, noNaN: true });
      // What the items together may not be is the schema's to say.
      case 'array': return fc.array(allowed(items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, 3) })
        .filter((value) => firstMistake(schema as TSchema, value) === null);
      case 'object': return additionalProperties === undefined
        ? fc.record(
          Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, allowed(inner)])),
          { requiredKeys: schema.required ?? [] }
        )
        : fc.dictionary(fc.constantFrom('focus', 'hide'), allowed(additionalProperties), { maxKeys: 2 });
      default: return fc.string({ minLength: 1, maxLength: Math.min(maxLength, 20) });
    }
  };
  return fc.oneof(...[schema.type].flat().map(one));
}

/** A value as a parameter's text; often allowed. */
export function parameterText(schema: Schema): Arbitrary<string> {
  const good = allowed(schema).map((value) => (Array.isArray(value) ? value.join(',') : String(value)));
  const long = fc.constant('x'.repeat(Math.min(schema.maxLength ?? 1000, 1000) + 1));
  return fc.oneof(
    { weight: 8, arbitrary: good }, { weight: 1, arbitrary: fc.constantFrom(...ODD) }, { weight: 1, arbitrary: long }
  );
}

/** A body of JSON; often allowed. */
export function bodyValue(schema: Schema): Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: allowed(schema) }, { weight: 1, arbitrary: fc.jsonValue() });
}

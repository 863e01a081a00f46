import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_ROUTES, ROUTES } from '../../../../core/contract/questions/routes.ts';
import type { Declaration } from '../../../../core/contract/questions/declaration.ts';
import { allowed, parameterText } from '../../../../testdata/askedAtRandom.ts';
import { RequestError } from '../../../kernel/http/errors.ts';
import { readParameter } from '../../../kernel/http/queryParameters.ts';

const declared = [...Object.entries<Declaration>(ROUTES), ...Object.entries<Declaration>(OWN_ROUTES)]
  .flatMap(
    ([key, { query = {} }]) => Object.entries(query).map(([name, schema]) => ({ at: `${key} ${name}`, name, schema }))
  );

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

describe('every declared parameter', () => {
  it('is read from what its schema allows', () => {
    for (const { at, name, schema } of declared) {
      fc.assert(fc.property(allowed(schema), (value) => {
        const text = textOf(value);
        // Empty parts between commas count as nothing.
        if (text.split(',').every((part) => part.trim() === '')) return;
        expect(readParameter(name, schema, { [name]: text }), at).not.toBeUndefined();
      }), { numRuns: 5 });
    }
  });

  it('is read from any text, or refused in one sentence that names it', () => {
    for (const { name, schema } of declared) {
      fc.assert(fc.property(fc.oneof(parameterText(schema), fc.string()), (text) => {
        try {
          readParameter(name, schema, { [name]: text });
        } catch (error) {
          expect(error).toBeInstanceOf(RequestError);
          expect((error as RequestError).failure)
            .toMatchObject({ errorType: 'bad_data', message: expect.stringContaining(`"${name}"`) as string });
        }
      }), { numRuns: 10 });
    }
  });

  it('appears once', () => {
    for (const { name, schema } of declared.filter(({ schema: one }) => !('x-repeats' in one)))
      expect(() => readParameter(name, schema, { [name]: ['1', '2'] })).toThrow('may appear only once');
  });
});

/**
 * Builds openapi.json from the declared routes (core/contract/questions), and the schemas of the contract's types for
 * answers.
 */
import { Type as T } from 'typebox';
import { roleOf, type Body, type Data, type Declaration } from '../../../../core/contract/questions/declaration.ts';
import { OWN_ROUTES, ROUTES } from '../../../../core/contract/questions/routes.ts';
import type { Query } from '../../../../core/contract/questions/schema.ts';
import { PANEL_NAMES } from '../../../../core/panels.ts';
import { SPAN_ID } from '../../../../core/profileSpan.ts';
import { STATUS_OF } from '../../../kernel/http/errors.ts';
import { PARQUET_TYPE, SPEEDSCOPE_TYPE } from '../../../kernel/http/tableFormats.ts';
import { addresses } from './notFound.ts';
import schemas from '../../../../core/contract/schemas.json' with { type: 'json' };

/** Returns the OpenAPI 3.1 document. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, declared] of [...Object.entries<Declaration>(ROUTES), ...Object.entries<Declaration>(OWN_ROUTES)]) {
    for (const one of addresses(key, declared)) {
      const methods = paths[one.path] ??= key in OWN_ROUTES ? { servers: [{ url: '/' }] as object } : {};
      methods[one.method] = { ...operation(one.path, one.declared), 'x-role': roleOf(key, declared) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'tsdbscope', version },
    servers: [{ url: '/api/v1' }],
    paths,
    components: { schemas: modernised(schemas) },
  };
}

/** Path parameters; longer values are not found. */
const PATH_PARAMETERS: Query = {
  target: T.String({ maxLength: 200, description: 'Name of a target.' }),
  panel: T.Unsafe<string>({ type: 'string', enum: PANEL_NAMES }),
  id: T.String({ maxLength: 700, pattern: `^([0-9A-Za-z-]{1,64}|${SPAN_ID})$` }),
  token: T.String({ maxLength: 400 }),
};

function operation(path: string, declared: Declaration): object {
  const inPath = [
    ...path.matchAll(/\{(\w+)\}/g)
  ].map(([, name = '']) => ({ name, in: 'path', required: true, schema: PATH_PARAMETERS[name] }));
  const { summary, query = {}, body, data, mediaType = 'application/octet-stream', status = 200, failsInKind = false } =
    declared;
  return {
    summary,
    parameters: [...inPath, ...Object.entries(query).map(([name, schema]) => parameter(name, schema))],
    ...(body === undefined ? {} : { requestBody: { required: true, content: bodyContent(body) } }),
    responses: {
      [status]: {
        description: 'Success.',
        content: data === undefined ? { [mediaType]: { schema: { type: 'string' } }, ...tables(query) } : {
          'application/json': { schema: declared.plain === true ? answer(data) : envelope(answer(data)) },
            ...tables(query),
        },
      },
      default: {
        description: failsInKind
          ? `Failure: the sentence as a picture or page, whose status gives its type (${ERROR_TYPES}); or as JSON.`
          : 'Failure, in one sentence.',
        content: {
          'application/json': { schema: failureSchema },
          ...(failsInKind ? { [mediaType]: { schema: { type: 'string' } } } : {}),
        },
      },
    },
  };
}

function parameter(name: string, schema: Query[string]): object {
  const isList = 'type' in schema && schema.type === 'array';
  return {
    name, in: 'query', required: 'missing' in schema, ...(isList ? { style: 'form', explode: false } : {}), schema,
  };
}

function bodyContent(body: Body): object {
  if ('json' in body) return { 'application/json': { schema: closed(body.json) } };
  const bytes = { type: 'string', format: 'binary' };
  const form = { type: 'object', properties: { [body.part ?? '']: { type: 'array', items: bytes } } };
  return {
    ...Object.fromEntries(body.bytes.map((type) => [type, { schema: bytes }])),
    ...(body.part === undefined ? {} : { 'multipart/form-data': { schema: form } }),
  };
}

/** Rejects undeclared keys in requests; stored data may have them. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema && 'type' in schema ? { additionalProperties: false, ...inside } : inside;
}

const TABLE_TYPES = {
  csv: 'text/csv', text: 'text/plain', svg: 'image/svg+xml', collapsed: 'text/plain', speedscope: SPEEDSCOPE_TYPE,
  parquet: PARQUET_TYPE,
};

/** Returns the media types of `format` besides JSON. */
function tables({ format }: Query): object {
  const words = format !== undefined && 'enum' in format ? format.enum as string[] : [];
  return Object.fromEntries(
    Object.entries(TABLE_TYPES).filter(([word]) => words.includes(word))
      .map(([, type]) => [type, { schema: { type: 'string' } }])
  );
}

function answer(data: Data): object {
  if (typeof data !== 'string') {
    return {
      type: 'object', properties: Object.fromEntries(Object.entries(data).map(([key, one]) => [key, answer(one)])),
      required: Object.keys(data),
    };
  }
  if (data.endsWith('[]')) return { type: 'array', items: answer(data.slice(0, -2)) };
  return data === 'null' || data === 'object' ? { type: data } : { $ref: `#/components/schemas/${data}` };
}

/** Error types as text, because a picture has no field for them. */
const ERROR_TYPES = Object.entries(STATUS_OF).map(([type, status]) => `${status} ${type}`).join(', ');

const failureSchema = {
  type: 'object',
  properties: {
    status: { const: 'error' }, errorType: { $ref: '#/components/schemas/ErrorType' }, error: { type: 'string' },
    requestId: { type: 'string' },
  },
  required: ['status', 'errorType', 'error'],
};

function envelope(data: object): object {
  return { type: 'object', properties: { status: { const: 'success' }, data }, required: ['status', 'data'] };
}

/** Converts generated draft 7 to the 2020-12 dialect of OpenAPI 3.1: references move, tuples become prefixItems. */
function modernised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernised);
  if (typeof value === 'string') return value.replace(/^#\/definitions\//, '#/components/schemas/');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => (
    key === 'items' && Array.isArray(inner) ? ['prefixItems', modernised(inner)] : [key, modernised(inner)]
  )));
}

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Express, Router } from 'express';
import { describe, expect, it } from 'vitest';
import schemas from '../../../../core/contract/schemas.json' with { type: 'json' };
import { OWN_ROUTES, ROUTES } from '../../../../core/contract/questions/routes.ts';
import { createApp } from '../app.ts';
import type { ApiDeps } from './deps.ts';
import { openApi } from './openapi.ts';

interface Schema {
  type?: string | string[]; enum?: unknown[]; items?: Schema; anyOf?: Schema[]; properties?: Record<string, Schema>;
  additionalProperties?: Schema | false; $ref?: string; [key: string]: unknown
}
interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content: Record<string, { schema?: Schema }> }>;
}

// Parses the document as it is served.
const { paths } = JSON.parse(JSON.stringify(openApi('1'))) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods)
  .filter(([method]) => method !== 'servers').map(([method, operation]) => ({ name: `${method} ${path}`, operation })));

/** Returns the parts of a schema without limits, by their path in it. */
function unbounded(schema: Schema, at: string): string[] {
  const { type, items, anyOf, properties, additionalProperties } = schema;
  if (anyOf !== undefined) return anyOf.flatMap((one, i) => unbounded(one, `${at}|${i}`));
  if (schema.enum !== undefined) return [];
  const types = [type ?? []].flat();
  const has = (...keys: string[]): boolean => keys.some((key) => key in schema);
  const own = types.length === 0
    || (types.includes('string') && !has('maxLength', 'pattern') && schema['format'] !== 'binary')
    || (types.some((one) => one === 'integer' || one === 'number') && !has('maximum', 'format', 'maxLength'));
  return [
    ...own ? [at] : [],
    ...items === undefined ? [] : unbounded(items, `${at}[]`),
    ...Object.entries(properties ?? {}).flatMap(([key, one]) => unbounded(one, `${at}.${key}`)),
    ...additionalProperties === undefined || additionalProperties === false ? []
      : unbounded(additionalProperties, `${at}.*`),
  ];
}

interface Layer { route?: { path: string | RegExp; methods: Record<string, boolean> }; handle: unknown }

/** Every route of an application, as its declaration names it. */
function served(stack: Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route !== undefined) return Object.keys(route.methods)
      .map((method) => `${method.toUpperCase()} ${String(route.path).replace(/:(\w+)/g, '{$1}')}`);
    const { stack: inner } = handle as Partial<Router>;
    return inner === undefined ? [] : served(inner as Layer[]);
  });
}

/** Returns the features' routes: each file of routes in their folders creates a router from its dependencies. */
async function featureRoutes(): Promise<Router[]> {
  const root = join(import.meta.dirname, '..', '..', '..', 'features');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('Routes.ts'));
  const found = await Promise.all(files.map(async (path): Promise<Router[]> => {
    const made = await import(pathToFileURL(join(root, path)).href) as Record<string, (deps: unknown) => Router>;
    return Object.entries(made).flatMap(([name, routes]) => (name.endsWith('Routes') ? [routes({})] : []));
  }));
  return found.flat();
}

describe('openapi.json', () => {
  it('has every route that is served, and no other', async () => {
    const ofFeatures = await featureRoutes();
    const deps = {
      config: { embed: {} }, access: { authentication: (): void => undefined },
      features: { routes: () => ofFeatures, plainRoutes: () => [] },
      embeds: { store: {} }, metrics: { timeRequests: () => undefined },
      draining: { track: () => undefined },
    } as unknown as ApiDeps;
    const app: Express = createApp(deps, '/', () => 0);
    // The pages themselves and their icon are files.
    const files = ['GET /icon.svg', 'GET /.*/'];
    expect(served(app.router.stack as Layer[]).toSorted())
      .toEqual([...Object.keys(ROUTES), ...Object.keys(OWN_ROUTES), ...files].toSorted());
  });

  it('gives every parameter a type and a bound, and names those of the path', () => {
    const parameters = operations.flatMap(
      ({ name, operation }) => operation.parameters.map((one) => ({ ...one, at: `${name} ${one.name}` }))
    );
    expect(parameters.length).toBeGreaterThan(500);
    expect(parameters.flatMap(({ at, schema }) => unbounded(schema, at))).toEqual([]);
    for (const { at, in: place, required } of parameters) if (place === 'path')
      expect([at, required]).toEqual([at, true]);
    expect(parameters.filter(({ required, in: place }) => required && place === 'query').length).toBeGreaterThan(30);
  });

  it('gives every body and every answer a schema', () => {
    const bodies = operations.flatMap(
      ({ name, operation }) => Object.entries(operation.requestBody?.content ?? {})
        .map(([type, { schema }]) => ({ at: `${name} ${type}`, schema }))
    );
    expect(bodies.length).toBeGreaterThan(11);
    expect(bodies.flatMap(({ at, schema }) => (schema === undefined ? [at] : unbounded(schema, at)))).toEqual([]);
    const answers = operations.flatMap(({ operation }) => Object.values(operation.responses))
      .flatMap(({ content }) => Object.values(content));
    expect(answers.filter(({ schema }) => schema === undefined)).toEqual([]);
  });

  it('names types of the contract that there are', () => {
    const named = [
      ...JSON.stringify(paths).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    ].map(([, name = '']) => name);
    expect(new Set(named).size).toBeGreaterThan(30);
    expect(named.filter((name) => !(name in schemas))).toEqual([]);
  });

  it('says of failures that are pictures or pages what they are, and which status is which type', () => {
    for (const { name, operation } of operations) {
      const { description, content } = operation.responses['default'] as { description: string; content: object };
      expect(Object.keys(content), name).toContain('application/json');
      const kind = [
        [/\.svg$/, 'image/svg+xml'], [/\.png$/, 'image/png'], [/ \/embed\/\{token\}$/, 'text/html'],
      ] as const;
      const own = kind.find(([ending]) => ending.test(name))?.[1];
      expect(Object.keys(content).length, name).toBe(own === undefined ? 1 : 2);
      if (own === undefined) continue;
      expect(Object.keys(content), name).toContain(own);
      expect(description, name).toContain('400 bad_data, 401 unauthorized, 403 forbidden, 404 not_found');
    }
  });
});

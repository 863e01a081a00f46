/** Declaration of a route: its request and its answer. */
import type { Static, TSchema } from 'typebox';
import type { Role } from '../access.ts';
import type { Query, Read } from './schema.ts';

/** Largest JSON body parsed and checked on the main thread; a larger one is passed to a worker unparsed. */
export const MAX_JSON_BYTES = 64 * 2 ** 10;

/**
 * A JSON body with its schema, passed as bytes if a worker reads it; or bytes, also in a form if `part` names its file
 * parts.
 */
export type Body = { json: TSchema; maxBytes: number; inWorker?: true } | { bytes: readonly string[]; part?: string };

/** A contract type inside the envelope, `Name[]` for a list of it, `null`, or an object of such types. */
export type Data = string | Readonly<Record<string, string>>;

export interface Declaration {
  summary: string;
  query?: Query;
  body?: Body;
  /** Type of the answer; absent if it is not JSON. */
  data?: Data;
  /** Answers by value of a path parameter; openapi.json has a separate path for each. */
  by?: { parameter: string; of: Readonly<Record<string, { summary: string; data: Data }>> };
  /** Media type of an answer that is not JSON. */
  mediaType?: string;
  /**
   * Ignores undeclared parameters, for addresses that others extend: oEmbed consumers and wikis add their own, and so
   * do probes and scrapers. All other routes refuse them.
   */
  openQuery?: true;
  /** Errors are also a picture or a page, for the client that shows the answer. */
  failsInKind?: true;
  /** The JSON is the data itself, without the envelope. */
  plain?: true;
  status?: number;
  /** Adds it to the audit log because it exports data; routes that change something are always logged. */
  audited?: true;
  /** Minimum role; without it, `roleOf` decides. */
  role?: Role;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Returns the required role: viewer to read, admin to delete, operator for other changes. */
export function roleOf(key: string, { role }: Pick<Declaration, 'role'>): Role {
  const usual = { GET: 'viewer', DELETE: 'admin' } as Readonly<Record<string, Role>>;
  return role ?? usual[key.split(' ')[0] ?? ''] ?? 'operator';
}

export type Declarations = Readonly<Record<`${Method} /${string}`, Declaration>>;

type PathNames<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;

/** Parsed request of a route. */
export interface Asked<K extends string, D extends Declaration> {
  path: Record<PathNames<K>, string>;
  query: D extends { query: infer Q extends Query } ? Read<Q> : Record<never, never>;
  body: D extends { body: { inWorker: true } } ? Uint8Array
    : D extends { body: { json: infer S extends TSchema } } ? Static<S> : never;
}

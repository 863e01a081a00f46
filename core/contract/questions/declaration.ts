/** How a route is declared: what is asked, what is answered. */
import type { Static, TSchema } from 'typebox';
import type { Role } from '../access.ts';
import type { Query, Read } from './schema.ts';

/** What is read and checked between other requests; a larger body of JSON goes to a worker as it came. */
export const MAX_JSON_BYTES = 64 * 2 ** 10;

/**
 * A body of JSON with its schema, as bytes where a worker is to read it; or bytes, in a form too where `part` names the
 * file parts of one.
 */
export type Body = { json: TSchema; maxBytes: number; inWorker?: true } | { bytes: readonly string[]; part?: string };

/** A type of the contract inside the envelope, `Name[]` for a list of it, `null`; or an object of such. */
export type Data = string | Readonly<Record<string, string>>;

export interface Declaration {
  summary: string;
  query?: Query;
  body?: Body;
  /** Absent: no JSON. */
  data?: Data;
  /** By the value of a path parameter, each in openapi.json as a path of its own. */
  by?: { parameter: string; of: Readonly<Record<string, { summary: string; data: Data }>> };
  /** Of what is no JSON. */
  mediaType?: string;
  /**
   * Parameters that are not declared are ignored, where others write the address: oEmbed consumers and wikis add their
   * own, as do probes and scrapers. Everywhere else they are refused.
   */
  openQuery?: true;
  /** A failure is a picture or a page too, for the client that shows the answer. */
  failsInKind?: true;
  /** The JSON is the data itself, without the envelope. */
  plain?: true;
  status?: number;
  /** It takes data away, so the audit log has it, as it has all that changes something. */
  audited?: true;
  /** Whose this is at least; without it `roleOf` says. */
  role?: Role;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Looking is for everybody, removing for an admin; what else changes something is for an operator. */
export function roleOf(key: string, { role }: Pick<Declaration, 'role'>): Role {
  const usual = { GET: 'viewer', DELETE: 'admin' } as Readonly<Record<string, Role>>;
  return role ?? usual[key.split(' ')[0] ?? ''] ?? 'operator';
}

export type Declarations = Readonly<Record<`${Method} /${string}`, Declaration>>;

type PathNames<P> = P extends `${string}{${infer N}}${infer Rest}` ? N | PathNames<Rest> : never;

/** What a request to a route asks, once it is read. */
export interface Asked<K extends string, D extends Declaration> {
  path: Record<PathNames<K>, string>;
  query: D extends { query: infer Q extends Query } ? Read<Q> : Record<never, never>;
  body: D extends { body: { inWorker: true } } ? Uint8Array
    : D extends { body: { json: infer S extends TSchema } } ? Static<S> : never;
}

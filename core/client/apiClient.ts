/**
 * The API client: addresses, envelope check, errors by kind, with the route types of openapi.json. The caller decides
 * how to send a request: the page asks its own server, `tsdbscope mcp` one by its address.
 */
import type { ErrorType } from '../contract/contract.ts';
import type { paths } from './openapi.ts';
import { isRecord } from '../contract/isRecord.ts';

export type ApiErrorKind =
  /** No answer: server or network down. */
  | 'network'
  /** An answer with an error. */
  | 'http'
  /** An answer that does not match the contract. */
  | 'format';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status, 0 without an answer. */
  readonly status: number;
  readonly errorType: ErrorType | null;

  constructor(kind: ApiErrorKind, message: string, status = 0, errorType: ErrorType | null = null) {
    super(message);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.errorType = errorType;
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;
/** Routes of a method. */
export type PathsOf<M extends Method> =
  { [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never }[keyof paths];

/** Accepted parameter value; null, '' and false are omitted. */
type Given<V> = (V extends readonly (infer I)[] ? readonly I[] : V extends boolean ? V | 'true' | 'false' : V) | null;
type GivenQuery<Q> = { [K in keyof Q]: Given<Q[K]> };
type Question<O> =
  & (O extends { parameters: { path: infer P } } ? { path: P } : { path?: undefined })
  & (O extends { parameters: { query: infer Q } } ? { query: GivenQuery<Q> }
    : O extends { parameters: { query?: infer Q } } ? { query?: GivenQuery<Q> } : { query?: undefined })
  & (O extends { requestBody: { content: { 'application/json': infer B } } } ? { json: B }
    : O extends { requestBody: object } ? { body: BodyInit } : { json?: undefined })
  & { signal?: AbortSignal };
/** Parameters of a request to a route, as in openapi.json. */
export type Asked<P extends keyof paths, M extends Method = 'get'> = Question<Operation<P, M>>;

type Good<O> = O extends { responses: infer R }
  ? R extends { 200: infer A } | { 201: infer A } | { 202: infer A } ? A : never
  : never;
/** The `data` type of a route's answer. */
export type Answer<P extends keyof paths, M extends Method = 'get'> =
  Good<Operation<P, M>> extends { content: { 'application/json': { data: infer D } } } ? D : never;
/** Fields that an answer must have, because the page needs them; `[fields]` applies to each item of a list. */
export type Fields<T> = T extends readonly (infer I)[] ? readonly [readonly (keyof I & string)[]]
  : readonly (keyof T & string)[];

interface Anything { path?: unknown; query?: unknown; json?: unknown; body?: BodyInit; signal?: AbortSignal }

/** Returns path and query, starting with `/api/v1`; omits undefined, null, '' and false, and joins lists by commas. */
export function apiAddress<P extends PathsOf<'get'>>(path: P, asked: Asked<P>): string {
  return addressOf(path, asked);
}

function addressOf(path: string, { path: names, query }: Anything): string {
  const filled = path.replace(
    /\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String((names as Record<string, unknown>)[name]))
  );
  const params = new URLSearchParams();
  for (
    const [
      key, value,
    ] of Object.entries(query ?? {}) as [string, string | number | boolean | string[] | null | undefined][]
  ) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') params.set(key, text);
  }
  const encoded = params.toString();
  return `/api/v1${filled}${encoded === '' ? '' : `?${encoded}`}`;
}

/** Returns a check that `data` is an object with every named field, which the page needs. */
export function hasFields<T>(...fields: (keyof T & string)[]): (data: unknown) => data is T {
  return (data): data is T => isRecord(data) && fields.every((field) => field in data);
}

const errorTypes: ErrorType[] = [
  'bad_data', 'unauthorized', 'forbidden', 'not_found', 'method_not_allowed', 'too_large', 'unprofilable', 'busy',
  'target_error', 'timeout', 'internal', 'disk_full',
];

/** A request as sent; `address` starts with `/api/v1`. Throws what `fetch` throws. */
export interface Outgoing {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
  signal: AbortSignal | undefined;
}
export type Send = (request: Outgoing) => Promise<Response>;

function sender(send: Send): (method: Method, address: string, given: Anything) => Promise<Response> {
  return async (method, address, { json, body, signal }) => {
    const headers = {
      accept: 'application/json', ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    };
    try {
      return await send({
        method: method.toUpperCase(), address, headers, body: json === undefined ? body : JSON.stringify(json), signal,
      });
    } catch (cause) {
      // The caller aborted, which says nothing about the server.
      if (signal?.aborted === true) throw cause;
      throw new ApiError('network', 'tsdbscope does not answer; it may be restarting.');
    }
  };
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy's HTML page and a truncated body both arrive as text that is not JSON.
    throw new ApiError(
      response.ok ? 'format'
        : 'http', `The answer to ${new URL(response.url).pathname} is not JSON (HTTP ${response.status}); `
          + 'is something else between this page and tsdbscope?',
      response.status
    );
  }
}

function isGood(data: unknown, fields: readonly (string | readonly string[])[]): boolean {
  const [ofItem] = fields;
  if (Array.isArray(ofItem))
    return Array.isArray(data) && data.every((item) => isGood(item, ofItem as readonly string[]));
  return fields.length === 0 || (isRecord(data) && fields.every((field) => (field as string) in data));
}

/**
 * Sends one request and returns the envelope's `data`. Throws ApiError: `network` without an answer, `http` for an
 * answered error, `format` if the answer lacks one of the fields. An aborted request throws the signal's AbortError.
 */
function requester<M extends Method>(send: ReturnType<typeof sender>, method: M) {
  return async <P extends PathsOf<M>>(
    path: P, asked: Asked<P, M>, fields?: Fields<Answer<P, M>>
  ): Promise<Answer<P, M>> => {
    const response = await send(method, addressOf(path, asked), asked);
    const body = await readJson(response);
    if (isRecord(body) && body['status'] === 'error' && typeof body['error'] === 'string') {
      const errorType = errorTypes.find((known) => known === body['errorType']) ?? null;
      throw new ApiError('http', body['error'], response.status, errorType);
    }
    if (!response.ok)
      throw new ApiError('http', `${path} answered HTTP ${response.status} without saying why.`, response.status);
    if (!isRecord(body) || body['status'] !== 'success' || !isGood(body['data'], fields ?? [])) {
      throw new ApiError(
        'format', `The answer to ${path} lacks fields this page needs; are page and server of `
          + 'the same version? Reloading the page may help.',
        response.status
      );
    }
    return body['data'] as Answer<P, M>;
  };
}

export interface ApiClient {
  get: ReturnType<typeof requester<'get'>>;
  post: ReturnType<typeof requester<'post'>>;
  put: ReturnType<typeof requester<'put'>>;
  patch: ReturnType<typeof requester<'patch'>>;
  remove: ReturnType<typeof requester<'delete'>>;
  /** Returns a text such as SVG without an envelope; errors still have one. Throws like the others. */
  getPlain: <P extends PathsOf<M>, M extends 'get' | 'post' = 'get'>(
    path: P, asked: Asked<P, M>, method?: M
  ) => Promise<Response>;
}

export function apiClient(send: Send): ApiClient {
  const sent = sender(send);
  return {
    get: requester(sent, 'get'), post: requester(sent, 'post'), put: requester(sent, 'put'),
    patch: requester(sent, 'patch'), remove: requester(sent, 'delete'),
    getPlain: async (path, asked, method) => {
      const response = await sent(method ?? 'get', addressOf(path, asked), asked);
      if (response.ok) return response;
      const body = await readJson(response);
      const isSaid = isRecord(body) && typeof body['error'] === 'string';
      throw new ApiError(
        'http', isSaid ? String(body['error']) : `${path} answered HTTP ${response.status} without saying why.`,
        response.status
      );
    },
  };
}

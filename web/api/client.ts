/** The one way to the server: fetch, envelope check, errors told apart. */
import type { ErrorType } from '../../core/contract/contract.ts';
import { pathPrefix } from '../url/pathPrefix.ts';

export type ApiErrorKind =
  /** No answer at all: server gone, network gone. */
  | 'network'
  /** An answer with an error in it. */
  | 'http'
  /** An answer that is not what the contract says. */
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

export type QueryValue = string | number | boolean | null | undefined | readonly string[];

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query?: Record<string, QueryValue>;
  json?: unknown;
  body?: BodyInit;
  signal?: AbortSignal;
}

/** Path below `/api/v1` with its query, with what a proxy puts in front; undefined, null, '' and false are left out, lists joined by commas. */
export function apiPath(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (text !== '') params.set(key, text);
  }
  const encoded = params.toString();
  return `${pathPrefix}/api/v1${path}${encoded === '' ? '' : `?${encoded}`}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True when `data` is an object that has every named field: the part of the contract a page cannot do without. */
export function hasFields<T>(...fields: (keyof T & string)[]): (data: unknown) => data is T {
  return (data): data is T => isRecord(data) && fields.every((field) => field in data);
}

/** True when `data` is a list of objects that have every named field. */
export function isListOf<T>(...fields: (keyof T & string)[]): (data: unknown) => data is T[] {
  const isItem = hasFields<T>(...fields);
  return (data): data is T[] => Array.isArray(data) && data.every(isItem);
}

const errorTypes: ErrorType[] = ['bad_data', 'unauthorized', 'forbidden', 'not_found', 'method_not_allowed', 'too_large', 'unprofilable', 'busy', 'target_error', 'timeout', 'internal'];

async function send(path: string, options: RequestOptions): Promise<Response> {
  try {
    return await fetch(apiPath(path, options.query), {
      method: options.method ?? 'GET',
      headers: { accept: 'application/json', ...(options.json === undefined ? {} : { 'content-type': 'application/json' }) },
      body: options.json === undefined ? options.body : JSON.stringify(options.json),
      signal: options.signal,
    });
  } catch (cause) {
    // An abort is the caller's own doing and no news of the server.
    if (options.signal?.aborted === true) throw cause;
    throw new ApiError('network', 'tsdbscope does not answer; it may be restarting.');
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy's HTML page, a body cut off: both show as text that is no JSON.
    throw new ApiError(response.ok ? 'format' : 'http', `The answer to ${new URL(response.url).pathname} is not JSON (HTTP ${response.status}); is something else between this page and tsdbscope?`, response.status);
  }
}

/**
 * Sends one request and gives the envelope's `data`.
 * Throws ApiError: `network` without an answer, `http` for an answered error, `format` when the answer fails `check`.
 * An aborted request throws the signal's AbortError.
 */
export async function request<T>(path: string, check: (data: unknown) => data is T, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  const body = await readJson(response);
  if (isRecord(body) && body['status'] === 'error' && typeof body['error'] === 'string') {
    const errorType = errorTypes.find((known) => known === body['errorType']) ?? null;
    throw new ApiError('http', body['error'], response.status, errorType);
  }
  if (!response.ok) throw new ApiError('http', `${path} answered HTTP ${response.status} without saying why.`, response.status);
  if (!isRecord(body) || body['status'] !== 'success' || !check(body['data'])) {
    throw new ApiError('format', `The answer to ${path} lacks fields this page needs; are page and server of the same version? Reloading the page may help.`, response.status);
  }
  return body['data'];
}

/** Text such as SVG instead of the envelope; errors still come in one. Throws as `request` does. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  const response = await send(path, options);
  if (response.ok) return response.text();
  const body = await readJson(response);
  const isSaid = isRecord(body) && typeof body['error'] === 'string';
  throw new ApiError('http', isSaid ? String(body['error']) : `${path} answered HTTP ${response.status} without saying why.`, response.status);
}

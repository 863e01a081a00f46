import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { systemClock, type Clock } from '../../../core/time/clock.ts';
import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import { AddressGuard, AddressRefused, type Resolve } from '../../kernel/allow/addressGuard.ts';
import type { HttpAccess } from '../../kernel/config/configTypes.ts';
import type { ScrapeError } from '../metrics/series.ts';
import { connectionError, errorCode, shortText } from './connectionErrors.ts';
import { withoutSecrets } from '../../../core/text/redacted.ts';
import { targetSecrets } from './secrets.ts';
import { BodyEncodingError, BodyTooLargeError, NoRoomError, readBody } from './body/readBody.ts';

const MAX_REDIRECTS = 3;

export interface TargetRequest {
  /** Appended to the target's base URL; begins with a slash. */
  path: string;
  /** Timeout of the whole exchange, redirects and body included. */
  timeoutMs: number;
  accept?: string;
  /** `identity` for profiles, whose bytes are kept as received. */
  encoding?: 'gzip' | 'identity';
  maxBytes?: number;
  /** Receives the bytes of the body read so far; false ends the request. */
  hasRoom?: (bytes: number) => boolean;
  /** Returns the memory for the body of a status 200; default: its own. */
  memory?: (bytes: number) => Uint8Array;
  signal?: AbortSignal;
}

export interface PostRequest extends TargetRequest {
  post: { body: Uint8Array; headers: Record<string, string> };
}

export interface TargetAnswer {
  status: number;
  contentType: string;
  headers: http.IncomingHttpHeaders;
  body: Uint8Array;
}

/**
 * A timer this late, and by half of its time, was delayed with its whole process or machine (suspended, migrated, short
 * of CPU): it is unknown whether the target answered in that time.
 */
const MIN_STANDSTILL_MS = 1000;

/**
 * `aborted`: ended by tsdbscope (stop, cancel, or it was suspended), so not the target's failure. `status` 0 if none
 * was read.
 */
export interface RequestFailure { ok: false; status: number; error: ScrapeError; aborted: boolean }
export type RequestOutcome = { ok: true; value: TargetAnswer } | RequestFailure;

type Attempt = RequestOutcome | 'stale-socket';
type Exchange = TargetRequest & { post: PostRequest['post'] | undefined };

function authorizationOf(config: HttpAccess): string | undefined {
  if (config.authorization) return `${config.authorization.type} ${config.authorization.credentials}`;
  const auth = config.basicAuth;
  return auth && `Basic ${Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64')}`;
}

function agentOf(config: HttpAccess, base: URL, lookup: LookupFunction | undefined): http.Agent {
  const pool = { keepAlive: true, maxSockets: 16, maxFreeSockets: 4, ...(lookup === undefined ? {} : { lookup }) };
  if (base.protocol !== 'https:') return new http.Agent(pool);
  const tls = config.tls;
  return new https.Agent({
    ...pool,
    ...(tls?.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls?.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls?.key === undefined ? {} : { key: tls.key }),
    ...(tls?.serverName === undefined ? {} : { servername: tls.serverName }),
    rejectUnauthorized: !(tls?.insecureSkipVerify ?? false),
  });
}

/**
 * Client for all requests to a target or an engine: below its configured base URL, over its own kept-alive connections.
 * Redirects are followed only to the same scheme, host and port, so nothing but the configured target is ever contacted
 * and its credentials go nowhere else. For a server added by a user, no redirect is followed, and each connection goes
 * to a checked address (see AddressGuard). Never throws for errors of a target or the network: every failure is an
 * outcome with a kind and a sentence. Any HTTP status is a success here; callers judge it.
 */
export class TargetClient {
  /** host:port for sentences; never holds credentials. */
  readonly where: string;
  readonly hasCredentials: boolean;
  /** Clock of its timeouts. */
  readonly clock: Clock;
  readonly #prefix: string;
  readonly #agent: http.Agent;
  readonly #guard: AddressGuard | null;
  readonly #headers: Record<string, string | string[]>;
  readonly #secrets: readonly string[];
  readonly #abortOpen = new Set<() => void>();
  #closed = false;

  /** `resolve`: replaces the resolver of this machine. */
  constructor(config: HttpAccess, { resolve, clock = systemClock }: { resolve?: Resolve; clock?: Clock } = {}) {
    this.clock = clock;
    const base = new URL(config.url);
    this.#guard = config.allow === undefined ? null : new AddressGuard(hostPortOf(base), config.allow, resolve);
    this.#prefix = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
    this.where = base.host;
    this.#agent = agentOf(config, base, this.#guard?.lookup);
    const authorization = authorizationOf(config);
    const custom = config.headers ?? [];
    this.hasCredentials = authorization !== undefined || custom.some(({ isSecret }) => isSecret);
    this.#secrets = targetSecrets(config);
    this.#headers = {
      'User-Agent': 'tsdbscope', ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...Object.fromEntries(custom.map(({ name, values }) => [name, values])),
    };
  }

  /** Removes secrets from text of the target, which may repeat what was sent to it. */
  withoutSecrets(text: string): string {
    return withoutSecrets(text, this.#secrets);
  }

  get(request: TargetRequest): Promise<RequestOutcome> {
    return this.#exchange(request, undefined);
  }

  post(request: PostRequest): Promise<RequestOutcome> {
    return this.#exchange(request, request.post);
  }

  async #exchange(request: TargetRequest, post: PostRequest['post'] | undefined): Promise<RequestOutcome> {
    const deadlineMs = this.clock.steadyMs() + request.timeoutMs;
    let url = new URL(this.#prefix + request.path);
    let mayRetry = true;
    for (let redirects = 0; ;) {
      const outcome = await this.#attempt(url, { ...request, post }, deadlineMs, mayRetry);
      if (outcome === 'stale-socket') {
        // The target closed an idle connection just as it was used again: not its failure. Retried once, on a new
        // connection.
        mayRetry = false;
        for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? [])
          socket.destroy();
        continue;
      }
      if (!outcome.ok) return outcome;
      const location = outcome.value.headers.location;
      if (outcome.value.status < 300 || outcome.value.status > 399 || location === undefined) return outcome;
      const next = URL.canParse(location, url) ? new URL(location, url) : null;
      if (next === null || next.origin !== url.origin || this.#guard !== null) {
        const to = shortText(next ? next.origin + next.pathname : location);
        return this.#failure('redirect', `${this.where} redirects to another address (${to}), which is not followed; `
          + `${this.#guard === null ? 'put the final address into the configuration' : 'add the final address'}.`,
          outcome.value.status);
      }
      if (++redirects > MAX_REDIRECTS) {
        return this.#failure(
          'redirect', `${this.where} redirected ${redirects} times without an answer; check the target's URL.`,
          outcome.value.status
        );
      }
      url = next;
    }
  }

  /** Aborts all running requests (each ends with `aborted`) and closes the connections. */
  close(): void {
    this.#closed = true;
    for (const abort of [...this.#abortOpen]) abort();
    this.#agent.destroy();
  }

  #failure(kind: ScrapeError['kind'], message: string, status = 0, aborted = false): RequestFailure {
    return { ok: false, status, error: { kind, message: this.withoutSecrets(message) }, aborted };
  }

  #attempt(url: URL, request: Exchange, deadlineMs: number, mayRetry: boolean): Promise<Attempt> {
    return new Promise((resolve) => {
      const maxBytes = request.maxBytes ?? MAX_BODY_BYTES;
      let status = 0;
      let received = 0;
      let outgoing: http.ClientRequest | null = null;
      const settle = (attempt: Attempt): void => {
        cancelTimeout();
        this.#abortOpen.delete(abort);
        request.signal?.removeEventListener('abort', abort);
        resolve(attempt);
        // A complete exchange leaves its connection to the pool; anything else must not be reused.
        if (attempt === 'stale-socket' || !attempt.ok) outgoing?.destroy();
      };
      const abort = (): void => {
        settle(this.#failure('other', `The request to ${this.where} was given up.`, status, true));
      };
      const cancelTimeout = this.clock.after(Math.max(0, deadlineMs - this.clock.steadyMs()), () => {
        const seconds = request.timeoutMs / 1000;
        const lateMs = this.clock.steadyMs() - deadlineMs;
        if (lateMs > Math.max(MIN_STANDSTILL_MS, request.timeoutMs / 2)) {
          settle(
            this.#failure(
              'timeout', `This machine or tsdbscope itself was suspended during a request to ${this.where}: `
                + `the timeout of ${seconds} s came ${Math.round(lateMs / 1000)} s late.`,
              status, true
            )
          );
          return;
        }
        settle(this.#failure('timeout', status === 0
          ? `${this.where} did not answer ${url.pathname} within ${seconds} s; it is busy, starved of CPU, or hangs.`
          : `${this.where} began to answer ${url.pathname} but stopped after ${received} bytes; `
            + `it was not complete within ${seconds} s.`, status));
      });
      const failed = (error: unknown): void => {
        if (error instanceof BodyTooLargeError) {
          const limit = `${Math.round(maxBytes / 1048576)} MiB`;
          settle(this.#failure(
            'too_large', `${this.where} answered ${url.pathname} with more than ${limit}; the rest was not read.`,
            status
          ));
        } else if (error instanceof NoRoomError) {
          settle(this.#failure(
            'too_large', `${this.where} answered ${url.pathname} with more than ${Math.floor(received / 1048576)} MiB, `
              + 'for which there was no memory beside the large answers of other targets; the rest was not read. '
              + 'Scrape it with a separate tsdbscope if this goes on.',
            status
          ));
        } else if (error instanceof AddressRefused) {
          settle(this.#failure('other', error.message));
        } else if (error instanceof BodyEncodingError) {
          const encoding = shortText(error.message, 40);
          settle(this.#failure(
            'format', `${this.where} answered in the encoding "${encoding}", which was not asked for.`, status
          ));
        } else if (
          mayRetry && status === 0 && outgoing?.reusedSocket === true
            && ['ECONNRESET', 'EPIPE'].includes(errorCode(error))
        ) {
          settle('stale-socket');
        } else {
          const described = connectionError(error, this.where);
          const message = described.kind === 'reset' && status !== 0
            ? `${this.where} closed the connection after ${received} bytes of its answer to ${url.pathname}, `
              + 'before it was complete.'
            : described.message;
          settle({ ok: false, status, error: { kind: described.kind, message }, aborted: false });
        }
      };
      if (this.#closed || request.signal?.aborted === true) { abort(); return; }
      // A host that is an address is not looked up.
      if (this.#guard !== null && this.#guard.refusal !== null) {
        settle(this.#failure('other', this.#guard.refusal));
        return;
      }
      this.#abortOpen.add(abort);
      request.signal?.addEventListener('abort', abort);
      try {
        const send = url.protocol === 'https:' ? https.request : http.request;
        outgoing = send(url, {
          agent: this.#agent,
          ...(request.post === undefined ? {} : { method: 'POST' }),
          headers: {
            ...this.#headers, Accept: request.accept ?? '*/*', 'Accept-Encoding': request.encoding ?? 'gzip',
            ...request.post?.headers,
          },
        });
      } catch (error) {
        // Unusable TLS material (a key that is not PEM) throws here instead of being emitted.
        const message = shortText(error instanceof Error ? error.message : String(error));
        settle(this.#failure(
          url.protocol === 'https:' ? 'tls' : 'other',
          `The request to ${this.where} could not be made: ${message}; check the target's configuration.`
        ));
        return;
      }
      outgoing.on('error', failed);
      outgoing.on('response', (response) => {
        status = response.statusCode ?? 0;
        const onBytes = (bytes: number): boolean => {
          received = bytes;
          return request.hasRoom?.(bytes) ?? true;
        };
        readBody(response, maxBytes, onBytes, status === 200 ? request.memory : undefined).then(
          (body) => {
            settle({
              ok: true,
              value: { status, contentType: response.headers['content-type'] ?? '', headers: response.headers, body },
            });
          },
          failed,
        );
      });
      outgoing.end(request.post?.body);
    });
  }
}

function hostPortOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  return {
    host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}

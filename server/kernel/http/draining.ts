import { within, type Clock } from '../../../core/time/clock.ts';
import type { RequestHandler, Response } from 'express';
import { sendFailure } from './errors.ts';

/** Time for a refusal to be sent. */
const FLUSH_MS = 300;
const STOPPING = { errorType: 'unavailable', message: 'tsdbscope is stopping; ask again once it runs.' } as const;

/**
 * Tracks open requests, so that a stop answers all of them: event streams end, running answers may finish, and later
 * requests get an error.
 */
export class Draining {
  readonly #open = new Set<Response>();
  #isStopping = false;
  #onEmpty: (() => void) | null = null;
  readonly #clock: Pick<Clock, 'sleep'>;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  /** Goes before all routes. */
  readonly track: RequestHandler = (_req, res, next) => {
    if (this.#isStopping) {
      refuse(res);
      return;
    }
    this.#open.add(res);
    res.once('close', () => {
      this.#open.delete(res);
      if (this.#open.size === 0) this.#onEmpty?.();
    });
    next();
  };

  /** Number of open requests. */
  get size(): number {
    return this.#open.size;
  }

  /** Resolves once every request has ended, at the latest after `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    this.#isStopping = true;
    for (const res of [...this.#open]) {
      if (isStream(res)) endStream(res);
      // Otherwise the client would reuse the connection.
      else if (!res.headersSent) res.setHeader('Connection', 'close');
    }
    await this.#empty(limitMs);
    for (const res of [...this.#open]) {
      if (res.headersSent) res.destroy();
      else refuse(res);
    }
    await this.#empty(FLUSH_MS);
  }

  async #empty(limitMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    await within(this.#clock, limitMs, new Promise<void>((done) => { this.#onEmpty = done; }));
  }
}

function isStream(res: Response): boolean {
  return res.headersSent && String(res.getHeader('Content-Type')).startsWith('text/event-stream');
}

function endStream(res: Response): void {
  // An event between here and its close would write to an ended stream.
  res.on('error', () => undefined);
  const own = res.locals['endStream'] as (() => void) | undefined;
  if (own === undefined) res.end();
  else own();
}

function refuse(res: Response): void {
  res.setHeader('Connection', 'close');
  sendFailure(res, STOPPING);
}

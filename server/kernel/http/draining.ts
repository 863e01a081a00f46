import { within, type Clock } from '../../../core/time/clock.ts';
import type { RequestHandler, Response } from 'express';
import { sendFailure } from './errors.ts';

/** Until a refusal has left. */
const FLUSH_MS = 300;
const STOPPING = { errorType: 'unavailable', message: 'tsdbscope is stopping; ask again once it runs.' } as const;

/**
 * The requests that are open, so that a stop leaves none without an answer: event streams end, what is being answered
 * may end, and what is too late is refused in words.
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

  /** Requests that are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Resolves once every request has ended, at the latest after `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    this.#isStopping = true;
    for (const res of [...this.#open]) {
      if (isStream(res)) endStream(res);
      // Its connection would be asked again.
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
  // An event that comes between here and its close is written to a stream that has ended.
  res.on('error', () => undefined);
  const own = res.locals['endStream'] as (() => void) | undefined;
  if (own === undefined) res.end();
  else own();
}

function refuse(res: Response): void {
  res.setHeader('Connection', 'close');
  sendFailure(res, STOPPING);
}

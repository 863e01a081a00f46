/**
 * Sends the answers of several embeds as one stream of server-sent events (EmbedEvents): a page opens one connection
 * for all its embeds.
 */
import { createGzip, constants, type Gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { ApiDeps } from '../http/deps.ts';
import { failureEnvelope, STATUS_OF } from '../../../kernel/http/errors.ts';
import type { Handler } from '../../../kernel/http/route.ts';
import { embedDataJson, type EmbedAnswers } from '../../../features/embeds/embedAnswers.ts';
import type { KeptEmbed } from '../../../features/embeds/embedRecord.ts';
import type { Failure } from '../../../../core/result.ts';
import { log } from '../../../kernel/logging/log.ts';

const MAX_STREAMS = 500;
const TICK_MS = 1000;
const HEARTBEAT_MS = 15_000;
/** Fast, with sufficient compression: an answer of 300 KB becomes about 50. */
const GZIP_LEVEL = 1;

/** `version`: of the answer sent last. `embed`: opened with its token, cached to avoid verifying it each second. */
interface Followed { token: string; version: string | null; embed: KeptEmbed | null }

export function streamEmbeds(deps: ApiDeps, answers: EmbedAnswers): Handler<'GET /embed/stream'> {
  const { metrics } = deps;
  return ({ query }, res, req) => {
    const tokens = [...new Set(query.tokens)];
    if (metrics.embedStreams >= MAX_STREAMS) {
      sendBusy(res);
      metrics.addEmbedRequest('stream', res.statusCode);
      return;
    }
    metrics.addEmbedRequest('stream', 200);
    const isHead = req.method === 'HEAD';
    const zipped = !isHead && /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no', 'Vary': 'Accept-Encoding',
      'Connection': isHead ? 'close' : 'keep-alive', ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
    });
    if (isHead) {
      res.end();
      return;
    }
    new EmbedStream(deps, answers, new EventWriter(res, zipped), tokens).run(req);
  };
}

function sendBusy(res: Response): void {
  const failure: Failure = {
    errorType: 'busy', message: `More than ${MAX_STREAMS} pages follow embeds of this server; try again later.`,
  };
  res.setHeader('Retry-After', '30');
  res.status(STATUS_OF.busy).json(failureEnvelope(failure, res));
}

/** Writes events, compressed if the reader accepts it; sends each at once. */
class EventWriter {
  private readonly zip: Gzip | null;

  constructor(private readonly res: Response, zipped: boolean) {
    this.zip = zipped ? createGzip({ level: GZIP_LEVEL }) : null;
    this.zip?.pipe(res);
    // Called at shutdown: a compressed stream needs its own end. Later events are discarded.
    res.locals['endStream'] = () => {
      this.zip?.on('error', () => undefined).end();
      if (this.zip === null) res.end();
    };
  }

  write(text: string): void {
    if (this.zip === null) {
      this.res.write(text);
      return;
    }
    this.zip.write(text);
    this.zip.flush(constants.Z_SYNC_FLUSH);
  }

  /** Resolves once the reader has received everything, or has disconnected. */
  async drained(): Promise<void> {
    const into = this.zip ?? this.res;
    if (!into.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        into.off('drain', done);
        this.res.off('close', done);
        resolve();
      };
      into.on('drain', done);
      this.res.on('close', done);
    });
  }

  /** Ends the stream after sending what was written. */
  end(): void {
    (this.zip ?? this.res).end();
  }

  close(): void {
    this.zip?.destroy();
    this.res.end();
  }
}

class EmbedStream {
  private followed: Followed[];
  private isRound = false;
  private closed = false;

  constructor(
    private readonly deps: ApiDeps, private readonly answers: EmbedAnswers, private readonly writer: EventWriter,
    tokens: string[]
  ) {
    this.followed = tokens.map((token) => ({ token, version: null, embed: null }));
  }

  run(req: Request): void {
    const { metrics, clock } = this.deps;
    metrics.embedStreams += 1;
    this.writer.write('retry: 2000\n\n');
    const cancels = [
      clock.every(TICK_MS, () => { this.tick(); }),
      clock.every(HEARTBEAT_MS, () => { if (!this.closed) this.writer.write(': still here\n\n'); }),
    ];
    req.on('close', () => {
      metrics.embedStreams -= 1;
      this.closed = true;
      for (const cancel of cancels) cancel();
      this.writer.close();
    });
    this.tick();
  }

  private tick(): void {
    if (this.isRound || this.closed) return;
    this.isRound = true;
    this.round().catch((error: unknown) => { log.error('Following embeds failed.', { error }); })
      .finally(() => { this.isRound = false; });
  }

  /** Sends every embed in turn. A slow reader fills no memory: the round waits, and then sends the newest answers. */
  private async round(): Promise<void> {
    for (const one of this.followed) {
      await this.writer.drained();
      if (this.closed) return;
      await this.follow(one);
    }
    // A client without valid links must not use up a stream.
    if (this.followed.length > 0 || this.closed) return;
    this.closed = true;
    this.writer.end();
  }

  private async follow(one: Followed): Promise<void> {
    const { store } = this.deps.embeds;
    if (one.embed === null || !store.isOpen(one.embed)) {
      const opened = await store.opened(one.token);
      if (!opened.ok) {
        this.followed = this.followed.filter((other) => other !== one);
        this.send('gone', JSON.stringify({ token: one.token, error: opened.error.message }));
        return;
      }
      one.embed = opened.value;
    }
    const answered = await this.answers.answer(one.embed);
    if (answered.version === one.version) return;
    one.version = answered.version;
    this.send('data', embedDataJson(one.embed, answered, this.deps.now(), one.token));
  }

  private send(name: 'data' | 'gone', json: string): void {
    if (!this.closed) this.writer.write(`event: ${name}\ndata: ${json}\n\n`);
  }
}

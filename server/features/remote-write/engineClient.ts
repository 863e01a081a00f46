/** Sends remote write requests in the version that the engine supports. */
import type { Clock } from '../../../core/time/clock.ts';
import { shortText } from '../../data/scrape/connectionErrors.ts';
import { TargetClient, type TargetAnswer } from '../../data/scrape/httpClient.ts';
import type { RemoteWriteConfig } from '../../kernel/config/configTypes.ts';
import { snappy } from '../../data/wire/snappy.ts';
import { writeRequest1, writeRequest2, type WireSamples } from '../../data/wire/writeRequest.ts';

export type Protocol = 1 | 2;

export type Sent =
  | { kind: 'stored' }
  /** To be retried, not before `afterMs`. `isUnreached`: no answer, so it may have been received. */
  | { kind: 'retry'; status?: number; reason: string; afterMs: number; isUnreached: boolean }
  /** `written`: samples stored nevertheless; null if the engine did not say. */
  | { kind: 'refused'; status: number; reason: string; written: number | null }
  | { kind: 'aborted' };

const HEADERS = {
  1: { 'Content-Type': 'application/x-protobuf', 'X-Prometheus-Remote-Write-Version': '0.1.0' },
  2: {
    'Content-Type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    'X-Prometheus-Remote-Write-Version': '2.0.0',
  },
} as const;
const WRITTEN = 'x-prometheus-remote-write-samples-written';
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_RETRY_AFTER_MS = 300_000;
const MAX_REASON = 200;

export class EngineClient {
  readonly where: string;
  private readonly client: TargetClient;
  /** Agreed version; null: the next request finds it out. */
  private agreed: Protocol | null;

  constructor(private readonly config: RemoteWriteConfig, clock: Clock) {
    this.client = new TargetClient(config, { clock });
    this.where = this.client.where;
    this.agreed = config.protocol;
  }

  get protocol(): Protocol | null {
    return this.agreed;
  }

  /** Sends in version 2.0 first; if the engine does not confirm it, sends everything again in 1.0. */
  async send(all: readonly WireSamples[]): Promise<Sent> {
    const isAsked = this.agreed === null;
    const { sent, isConfirmed } = await this.post(all, this.agreed ?? 2);
    if (!isAsked) {
      // The next answer may come from another program, which supports another version.
      if (sent.kind === 'retry' && sent.isUnreached) this.agreed = this.config.protocol;
      return sent;
    }
    if (isConfirmed) this.agreed = 2;
    else if (isOlder(sent)) {
      this.agreed = 1;
      return (await this.post(all, 1)).sent;
    }
    return sent;
  }

  close(): void {
    this.client.close();
  }

  /** `isConfirmed`: the answer has the number of written samples, as version 2.0 requires. */
  private async post(
    all: readonly WireSamples[], protocol: Protocol
  ): Promise<{ sent: Sent; isConfirmed: boolean }> {
    const body = snappy(protocol === 1 ? writeRequest1(all) : writeRequest2(all));
    const outcome = await this.client.post({
      path: '', timeoutMs: this.config.timeoutMs, maxBytes: MAX_ANSWER_BYTES,
      post: { body, headers: { ...HEADERS[protocol], 'Content-Encoding': 'snappy' } },
    });
    if (!outcome.ok) {
      const { aborted, error: { message } } = outcome;
      return {
        sent: aborted ? { kind: 'aborted' } : { kind: 'retry', reason: message, afterMs: 0, isUnreached: true },
        isConfirmed: false,
      };
    }
    const said = outcome.value.headers[WRITTEN];
    const written = protocol === 2 && typeof said === 'string' && /^\d+$/.test(said) ? Number(said) : null;
    return { sent: this.judge(outcome.value, written), isConfirmed: written !== null };
  }

  private judge(answer: TargetAnswer, written: number | null): Sent {
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return { kind: 'stored' };
    const reason = this.reasonOf(answer);
    if (status !== 429 && status < 500) return { kind: 'refused', status, reason, written };
    const afterMs = retryAfterMs(headers['retry-after'], this.client.clock.nowMs());
    return { kind: 'retry', status, reason, afterMs, isUnreached: false };
  }

  private reasonOf({ status, body }: TargetAnswer): string {
    const text = shortText(this.client.withoutSecrets(new TextDecoder().decode(body)), MAX_REASON);
    return text === '' ? `HTTP ${status}` : `HTTP ${status}: ${text}`;
  }
}

/**
 * Returns whether the receiver supports only 1.0. By the specification it answers 415, or treats a 2.0 request as empty
 * and reports no number of written samples. Some reject the body or the header.
 */
function isOlder(unconfirmed: Sent): boolean {
  if (unconfirmed.kind === 'stored') return true;
  return 'status' in unconfirmed && [400, 406, 415, 422, 500, 501].includes(unconfirmed.status ?? 0);
}

/** Parses Retry-After, in seconds or as a date (RFC 9110, 10.2.3); 0 if missing or invalid. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  const ms = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms));
}

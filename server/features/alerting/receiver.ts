import type { Clock } from '../../../core/time/clock.ts';
import { firstLine } from '../../../core/result.ts';
import type { AlertReceiverConfig } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import { shortText } from '../../data/scrape/connectionErrors.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { alertmanagerBody, webhookBody, type BodyOptions } from './alertBody.ts';
import type { Alert } from './alertStates.ts';

/** Alerts of one request. */
const BATCH = 64;
const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** The first failure may be a restart. */
const FAULT_AFTER = 2;

export interface ReceiverParts {
  config: AlertReceiverConfig;
  faults: Pick<Faults, 'set' | 'mended'>;
  /** As of now. */
  body: () => BodyOptions;
  clock: Clock;
}

/** What was last delivered of an alert, and when. */
interface Delivered { startsMs: number; isResolved: boolean; atMs: number }

/**
 * Sends alerts to one Alertmanager or webhook, one request at a time. What is sent is the state of the moment, so
 * nothing queues up while a receiver is away. An Alertmanager hears of each alert again at every interval, a webhook
 * of each change once.
 */
export class AlertReceiver {
  readonly #parts: ReceiverParts;
  readonly #client: TargetClient;
  /** Of a webhook it may be a key. Of others a text that no message holds. */
  readonly #secretPath: string;
  readonly #delivered = new Map<string, Delivered>();
  readonly #faultKey: string;
  #isSending = false;
  #isClosed = false;
  #failures = 0;
  #notBeforeMs = -Infinity;
  #waiting = 0;
  #sent = 0;
  #failed = 0;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
    this.#client = new TargetClient(parts.config, { clock: parts.clock });
    this.#faultKey = `alerting:${parts.config.name}`;
    const [path = ''] = parts.config.path.split('?');
    this.#secretPath = parts.config.kind === 'webhook' && path.length > 1 ? path : '\0';
  }

  /** Counts are since the start. `waiting`: alerts that are to be sent. */
  status(): { name: string; sent: number; failed: number; waiting: number; isFailing: boolean } {
    return {
      name: this.#parts.config.name, sent: this.#sent, failed: this.#failed, waiting: this.#waiting,
      isFailing: this.#failures > 0,
    };
  }

  /** To be called with all alerts every second or so; never waits, never throws. */
  offer(alerts: readonly Alert[]): void {
    const ids = new Set(alerts.map(({ id }) => id));
    for (const id of this.#delivered.keys()) if (!ids.has(id)) this.#delivered.delete(id);
    const { nowMs } = this.#parts.body();
    const due = alerts.filter((alert) => alert.isReady && this.#isDue(alert, nowMs));
    this.#waiting = due.length;
    if (due.length === 0 || this.#isSending || nowMs < this.#notBeforeMs) return;
    this.#isSending = true;
    void this.#send(due.slice(0, BATCH)).finally(() => { this.#isSending = false; });
  }

  close(): void {
    this.#isClosed = true;
    this.#client.close();
  }

  /** It is not configured any more: what it did not take is nobody's concern. */
  leave(): void {
    this.close();
    this.#parts.faults.mended(this.#faultKey);
  }

  #isDue({ id, startsMs, endsMs }: Alert, nowMs: number): boolean {
    const last = this.#delivered.get(id);
    const isKnown = last?.startsMs === startsMs;
    // Who never heard that it fires need not hear that it ended.
    if (endsMs !== null && !isKnown) return false;
    if (!isKnown || last.isResolved !== (endsMs !== null)) return true;
    return this.#parts.config.kind === 'alertmanager' && nowMs - last.atMs >= this.#parts.body().resendMs;
  }

  async #send(alerts: readonly Alert[]): Promise<void> {
    const { config, body, faults } = this.#parts;
    const options = body();
    // As sent: what changes meanwhile is due again.
    const states = alerts.map(({ id, startsMs, endsMs }) => ({ id, startsMs, isResolved: endsMs !== null }));
    const content = config.kind === 'alertmanager' ? alertmanagerBody(alerts, options) : webhookBody(alerts, options);
    const reason = await this.#post(content);
    if (this.#isClosed) return;
    if (reason === null) {
      for (const { id, ...state } of states) this.#delivered.set(id, { ...state, atMs: options.nowMs });
      this.#sent += alerts.length;
      this.#failures = 0;
      faults.mended(this.#faultKey);
      log.debug('Alerts were sent.', { receiver: config.name, alerts: alerts.length });
      return;
    }
    this.#failed += 1;
    this.#notBeforeMs = body().nowMs + Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    const what = config.kind === 'alertmanager' ? 'the Alertmanager' : 'the webhook';
    if (this.#failures >= FAULT_AFTER)
      faults.set(this.#faultKey, `Alerts do not reach ${what} ${config.name}: ${reason} Sending is tried again.`);
  }

  /** null: it was taken; else why not, as a sentence. */
  async #post(content: object): Promise<string | null> {
    const { path, timeoutMs, name } = this.#parts.config;
    try {
      const outcome = await this.#client.post({
        path, timeoutMs, maxBytes: MAX_ANSWER_BYTES, encoding: 'identity',
        post: { body: Buffer.from(JSON.stringify(content)), headers: { 'Content-Type': 'application/json' } },
      });
      if (!outcome.ok) return outcome.error.message.replaceAll(this.#secretPath, '…');
      const { status, body } = outcome.value;
      if (status >= 200 && status < 300) return null;
      const words = this.#client.withoutSecrets(shortText(Buffer.from(body).toString('utf8')));
      return `it answers with status ${status}${words === '' ? '' : ` ("${words}")`}.`;
    } catch (error) {
      log.error('An alert could not be sent.', { receiver: name, error });
      return `${firstLine(error)}.`;
    }
  }
}

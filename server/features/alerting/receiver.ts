import type { Clock } from '../../../core/time/clock.ts';
import { firstLine } from '../../../core/result.ts';
import type { AlertReceiverConfig } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import { shortText } from '../../data/scrape/connectionErrors.ts';
import { TargetClient } from '../../data/scrape/httpClient.ts';
import { alertmanagerBody, webhookBody, type BodyOptions } from './alertBody.ts';
import type { Alert } from './alertStates.ts';

/** Maximum alerts per request. */
const BATCH = 64;
const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Consecutive failures before a fault, because the first may be a restart. */
const FAULT_AFTER = 2;

export interface ReceiverParts {
  config: AlertReceiverConfig;
  faults: Pick<Faults, 'set' | 'mended'>;
  /** Returns the current options of a body. */
  body: () => BodyOptions;
  clock: Clock;
}

/** The last delivered state of an alert, and its time. */
interface Delivered { startsMs: number; isResolved: boolean; atMs: number }

/**
 * Sends alerts to one Alertmanager or webhook, one request at a time. Sends the current state, so nothing queues up
 * while a receiver is unreachable. Resends each alert to an Alertmanager at every interval, but each change to a
 * webhook only once.
 */
export class AlertReceiver {
  readonly #parts: ReceiverParts;
  readonly #client: TargetClient;
  /** Path of a webhook, which may contain a key; for others, a text that is in no message. */
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

  /** Returns the state, with counts since the start. `waiting`: alerts to be sent. */
  status(): { name: string; sent: number; failed: number; waiting: number; isFailing: boolean } {
    return {
      name: this.#parts.config.name, sent: this.#sent, failed: this.#failed, waiting: this.#waiting,
      isFailing: this.#failures > 0,
    };
  }

  /** Sends the alerts that are due. Call this with all alerts about every second; never waits, never throws. */
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

  /** Closes a receiver that is not configured any more, and clears its fault. */
  leave(): void {
    this.close();
    this.#parts.faults.mended(this.#faultKey);
  }

  #isDue({ id, startsMs, endsMs }: Alert, nowMs: number): boolean {
    const last = this.#delivered.get(id);
    const isKnown = last?.startsMs === startsMs;
    // Does not send the end of an alert whose start was never sent.
    if (endsMs !== null && !isKnown) return false;
    if (!isKnown || last.isResolved !== (endsMs !== null)) return true;
    return this.#parts.config.kind === 'alertmanager' && nowMs - last.atMs >= this.#parts.body().resendMs;
  }

  async #send(alerts: readonly Alert[]): Promise<void> {
    const { config, body, faults } = this.#parts;
    const options = body();
    // Copies the state as sent, so that later changes are due again.
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

  /** Sends the body; resolves to null if accepted, else to the reason as a sentence. */
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

import type { Cancel, Clock } from '../../../core/time/clock.ts';
import type { SelfQueue } from '../../../core/contract/contract.ts';
import type { AlertingConfig } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import type { CurrentAnswer } from '../targets/current/currentAnswer.ts';
import type { CurrentFindings } from '../targets/current/currentFindings.ts';
import type { MetricRows } from '../../kernel/http/metricRows.ts';
import type { TargetDirectory } from '../targets/answers/targetDirectory.ts';
import { AlertStates, type Alert, type AlertPicture } from './alertStates.ts';
import { AlertReceiver } from './receiver.ts';

const TICK_MS = 1000;
/** Longest wait for a picture: an alert without one is better than a late alert, and a resend includes it. */
const PICTURE_LIMIT_MS = 10_000;
/** Waits after each failed try. The first is within the limit, because a webhook gets an alert only once. */
const PICTURE_RETRY_MS = [2_000, 30_000, 120_000];

export interface AlertingParts {
  config: AlertingConfig;
  current: Pick<CurrentFindings, 'want' | 'onAnswer'>;
  targets: Pick<TargetDirectory, 'scraper' | 'isLive'>;
  faults: Pick<Faults, 'set' | 'mended'>;
  /** Draws a firing alert; null if there is nothing to draw. */
  picture: (alert: Alert) => Promise<AlertPicture | null>;
  /** Default for the scheme, host and path at which readers reach this server. */
  base: () => string;
  clock: Clock;
}

/** Notifies receivers of lasting findings and of their end. Its waits do not delay anything else. */
export class Alerting {
  readonly #parts: AlertingParts;
  readonly #states: AlertStates;
  #config: AlertingConfig;
  /** Receivers by their configuration. */
  #receivers = new Map<string, AlertReceiver>();
  #cancel: Cancel | null = null;

  constructor(parts: AlertingParts) {
    this.#parts = parts;
    this.#config = parts.config;
    this.#states = new AlertStates(parts.config);
    this.configure(parts.config);
  }

  /** Keeps firing alerts, and the deliveries of unchanged receivers; a new receiver gets all firing alerts. */
  configure(config: AlertingConfig): void {
    const { faults, base, clock } = this.#parts;
    const body = (): { base: string; nowMs: number; resendMs: number } => (
      { base: this.#config.externalUrl ?? base(), nowMs: clock.nowMs(), resendMs: this.#config.resendMs }
    );
    this.#config = config;
    this.#states.configure(config);
    const before = this.#receivers;
    const wanted = config.receivers.map((each) => [JSON.stringify(each), each] as const);
    for (const [key, receiver] of before) if (!wanted.some(([one]) => one === key)) receiver.leave();
    this.#receivers = new Map(wanted.map(([key, each]) => (
      [key, before.get(key) ?? new AlertReceiver({ config: each, faults, body, clock })]
    )));
  }

  /** The scheme, host and path at which readers reach this server, if configured for alerts. */
  get externalUrl(): string | undefined {
    return this.#config.externalUrl;
  }

  start(): void {
    this.#parts.current.onAnswer((answer) => { this.#take(answer); });
    this.#cancel = this.#parts.clock.background.every(TICK_MS, () => { this.#tick(); });
    this.#tick();
  }

  /** Returns the metrics; empty unless a receiver is configured. */
  metrics(): MetricRows[] {
    if (this.#receivers.size === 0) return [];
    const firing = this.#states.alerts().filter(({ endsMs }) => endsMs === null).length;
    const each = this.#statuses();
    const rows = (of: (status: (typeof each)[number]) => number): MetricRows['rows'] => (
      each.map((status) => [of(status), { receiver: status.name }])
    );
    return [
      { name: 'tsdbscope_alerts_firing', help: 'Alerts that fire now.', rows: [[firing]] },
      { name: 'tsdbscope_alerts_sent_total', help: 'Alerts that a receiver took.', rows: rows(({ sent }) => sent) },
      {
        name: 'tsdbscope_alerts_failed_sends_total', help: 'Requests that a receiver did not take.',
        rows: rows(({ failed }) => failed),
      },
      { name: 'tsdbscope_alerts_waiting', help: 'Alerts to be sent now.', rows: rows(({ waiting }) => waiting) },
      {
        name: 'tsdbscope_alerts_failing', help: '1 while alerts do not reach a receiver.',
        rows: rows(({ isFailing }) => (isFailing ? 1 : 0)),
      },
    ];
  }

  /** Returns the number of waiting alerts per receiver. */
  queues(): SelfQueue[] {
    return this.#statuses()
      .map(({ name, waiting }) => ({ queue: `alerts for ${name}`, running: 0, waiting }));
  }

  stop(): void {
    this.#cancel?.();
    for (const receiver of this.#receivers.values()) receiver.close();
  }

  #statuses(): ReturnType<AlertReceiver['status']>[] {
    return [...this.#receivers.values()].map((receiver) => receiver.status());
  }

  #take({ target, findings, atMs }: CurrentAnswer): void {
    if (this.#receivers.size === 0) return;
    const labels = this.#parts.targets.scraper(target)?.config.labels ?? {};
    for (const alert of this.#states.see({ target, labels, findings, atMs })) {
      log.info('An alert fires.', {
        target, panel: alert.finding.panel, code: alert.finding.code, severity: alert.finding.severity,
      });
      void this.#draw(alert);
    }
  }

  async #draw(alert: Alert): Promise<void> {
    if (!this.#config.pictures) {
      alert.isReady = true;
      return;
    }
    const { clock } = this.#parts;
    const cancel = clock.background.after(PICTURE_LIMIT_MS, () => { alert.isReady = true; });
    for (const waitMs of [0, ...PICTURE_RETRY_MS]) {
      await clock.background.sleep(waitMs);
      if (alert.endsMs !== null) break;
      try {
        alert.picture = await this.#parts.picture(alert);
        break;
      } catch (error) {
        log.warn('The picture of an alert could not be drawn.', { target: alert.target, error });
      }
    }
    cancel();
    alert.isReady = true;
  }

  #tick(): void {
    const { current, targets, clock } = this.#parts;
    // Requests findings only if there are receivers.
    if (this.#receivers.size > 0) current.want();
    this.#states.tick(clock.nowMs(), (target) => targets.isLive(target));
    const alerts = this.#states.alerts();
    for (const receiver of this.#receivers.values()) receiver.offer(alerts);
  }
}

import type { PanelFinding, Severity } from '../../../core/contract/contract.ts';

/** Alerts per target; its answer has the worst findings first. */
const MAX_PER_TARGET = 30;
/** Time that a resolved alert is kept for receivers that were unreachable; same as Prometheus. */
const RESOLVED_KEPT_MS = 15 * 60_000;

/** URLs of an alert's picture, readable without a password. */
export interface AlertPicture { url: string; imageUrl: string }

export interface Alert {
  /** Identity of the alert: the same for the same finding with the same severity. */
  id: string;
  target: string;
  targetLabels: Readonly<Record<string, string>>;
  /** The finding as last seen. */
  finding: PanelFinding;
  /** Time the finding was first seen. */
  startsMs: number;
  /** Time of the answer with which it fired. */
  firedMs: number;
  /** null while it fires. */
  endsMs: number | null;
  picture: AlertPicture | null;
  /** Whether it may be sent: its picture is done, or takes too long. */
  isReady: boolean;
}

interface Held { alert: Alert; lastSeenMs: number; isFiring: boolean }

export interface AlertRules { forMs: number; severities: readonly Severity[] }

/** An answer for a target: see CurrentFindings. */
export interface Seen {
  target: string;
  labels: Readonly<Record<string, string>>;
  findings: readonly PanelFinding[];
  atMs: number;
}

/**
 * Turns findings into alerts. A finding must hold without interruption for `forMs` to fire, and be absent as long to
 * resolve, so that a value at a threshold does not flap. A finding's new severity is a new alert, which ends the
 * previous one. Times are those of the answers: without an answer nothing begins or ends.
 */
export class AlertStates {
  #forMs = 0;
  #severities: ReadonlySet<Severity> = new Set();
  readonly #held = new Map<string, Held>();

  constructor(options: AlertRules) {
    this.configure(options);
  }

  /** Applies from the next answer on. Firing alerts continue; those of a dropped severity end as if absent. */
  configure({ forMs, severities }: AlertRules): void {
    this.#forMs = forMs;
    this.#severities = new Set(severities);
  }

  /** Processes an answer and returns the alerts that it fires. */
  see({ target, labels, findings, atMs }: Seen): Alert[] {
    const present = new Map<string, PanelFinding>();
    // If several panels report a condition, only the first one, the most specific, becomes an alert.
    const codes = new Set<string>();
    for (const finding of findings) {
      const { panel, code, severity } = finding;
      if (!this.#severities.has(severity) || codes.has(code) || codes.size >= MAX_PER_TARGET) continue;
      codes.add(code);
      present.set(JSON.stringify([target, panel, code, severity]), finding);
    }
    const fired: Alert[] = [];
    for (const [id, finding] of present) {
      const held = this.#heldOf(id, { target, labels, finding, atMs });
      held.lastSeenMs = atMs;
      held.alert.finding = finding;
      if (held.isFiring || atMs - held.alert.startsMs < this.#forMs) continue;
      held.isFiring = true;
      held.alert.firedMs = atMs;
      this.#endOtherSeverities(held.alert, atMs);
      fired.push(held.alert);
    }
    for (const [id, held] of this.#held) {
      if (held.alert.target !== target || present.has(id) || held.alert.endsMs !== null) continue;
      if (!held.isFiring) this.#held.delete(id);
      else if (atMs - held.lastSeenMs >= this.#forMs) held.alert.endsMs = atMs;
    }
    return fired;
  }

  /** Ends alerts of removed targets, and drops those that ended long ago. */
  tick(nowMs: number, isLive: (target: string) => boolean): void {
    for (const [id, { alert, isFiring }] of this.#held) {
      if (alert.endsMs === null && !isLive(alert.target)) {
        if (isFiring) alert.endsMs = nowMs;
        else this.#held.delete(id);
      }
      if (alert.endsMs !== null && nowMs - alert.endsMs > RESOLVED_KEPT_MS) this.#held.delete(id);
    }
  }

  /** Returns the firing and the recently resolved alerts. */
  alerts(): Alert[] {
    return [...this.#held.values()].filter(({ isFiring }) => isFiring).map(({ alert }) => alert);
  }

  #heldOf(id: string, { target, labels, finding, atMs }: Omit<Seen, 'findings'> & { finding: PanelFinding }): Held {
    const known = this.#held.get(id);
    if (known !== undefined && known.alert.endsMs === null) return known;
    const held: Held = {
      alert: {
        id, target, targetLabels: labels, finding, startsMs: atMs, firedMs: atMs, endsMs: null, picture: null,
        isReady: false,
      },
      lastSeenMs: atMs, isFiring: false,
    };
    this.#held.set(id, held);
    return held;
  }

  #endOtherSeverities({ id, target, finding: { panel, code } }: Alert, atMs: number): void {
    for (const { alert, isFiring } of this.#held.values()) {
      const isSame = alert.target === target && alert.finding.panel === panel && alert.finding.code === code;
      if (isSame && isFiring && alert.id !== id && alert.endsMs === null) alert.endsMs = atMs;
    }
  }
}

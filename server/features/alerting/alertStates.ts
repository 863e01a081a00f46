import type { PanelFinding, Severity } from '../../../core/contract/contract.ts';

/** Of one target: the worst are first in its answer. */
const MAX_PER_TARGET = 30;
/** How long a resolved alert is kept, so that a receiver that was away hears of it; Prometheus's own. */
const RESOLVED_KEPT_MS = 15 * 60_000;

/** Where a picture of it can be opened without a password. */
export interface AlertPicture { url: string; imageUrl: string }

export interface Alert {
  /** Alike for the same finding of the same severity: what receivers tell alerts apart by. */
  id: string;
  target: string;
  targetLabels: Readonly<Record<string, string>>;
  /** As last seen. */
  finding: PanelFinding;
  /** First seen. */
  startsMs: number;
  /** The answer that it fired with. */
  firedMs: number;
  /** null while it fires. */
  endsMs: number | null;
  picture: AlertPicture | null;
  /** It may be sent: its picture is made, or takes too long. */
  isReady: boolean;
}

interface Held { alert: Alert; lastSeenMs: number; isFiring: boolean }

export interface AlertRules { forMs: number; severities: readonly Severity[] }

/** What a target was answered with: see CurrentFindings. */
export interface Seen {
  target: string;
  labels: Readonly<Record<string, string>>;
  findings: readonly PanelFinding[];
  atMs: number;
}

/**
 * Which findings are alerts. One holds without interruption for `forMs` before it fires, and is absent as long before
 * it is resolved, so that a figure at a threshold does not flap. Another severity of it is another alert, which ends
 * the one before. Time is that of the answers: without one nothing begins or ends.
 */
export class AlertStates {
  #forMs = 0;
  #severities: ReadonlySet<Severity> = new Set();
  readonly #held = new Map<string, Held>();

  constructor(options: AlertRules) {
    this.configure(options);
  }

  /** From the next answer on. What fires goes on; of a severity that is none any more, it ends like one absent. */
  configure({ forMs, severities }: AlertRules): void {
    this.#forMs = forMs;
    this.#severities = new Set(severities);
  }

  /** The alerts that this answer fires. */
  see({ target, labels, findings, atMs }: Seen): Alert[] {
    const present = new Map<string, PanelFinding>();
    // Of one condition that several panels state, the first is an alert: the answer has the more telling one there.
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

  /** Those of targets that are gone end; what ended long ago is forgotten. */
  tick(nowMs: number, isLive: (target: string) => boolean): void {
    for (const [id, { alert, isFiring }] of this.#held) {
      if (alert.endsMs === null && !isLive(alert.target)) {
        if (isFiring) alert.endsMs = nowMs;
        else this.#held.delete(id);
      }
      if (alert.endsMs !== null && nowMs - alert.endsMs > RESOLVED_KEPT_MS) this.#held.delete(id);
    }
  }

  /** Firing, and resolved a while ago. */
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

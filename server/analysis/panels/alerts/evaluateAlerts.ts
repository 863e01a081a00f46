/**
 * Computes when alerts fire: evaluates their expressions at fixed steps, as Prometheus evaluates a rule group, with the
 * `for` of each. An alert whose series are missing is unknown: it is reported neither as firing nor as quiet. Pure.
 */
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { alertSamples } from './alertSamples.ts';
import type { AlertCondition, AlertDefinition } from './condition.ts';
import { rolesOf } from './conditions.ts';
import { keyOf, type Vector } from './expression.ts';

/** Firing alert with one label set, from when it fired. Times in ms since the epoch. */
export interface Firing {
  alert: AlertDefinition;
  labels: Labels;
  /** Time at which its expression became true. */
  sinceMs: number;
  firedMs: number;
  /** First evaluation at which it was no longer true; null: it is true at the end of the window. */
  endMs: number | null;
  /** Value of the expression at the end of the window, or the largest one if it has ended. */
  value: number;
}

export interface EvaluationSteps {
  stepMs: number;
  /** Minimum time that an alert with a shorter `for` must be true: two evaluations, not one momentary hit. */
  minForMs: number;
}

const DEFAULT_STEP_MS = 30_000;
const MAX_STEPS = 2_000;
/** Maximum label sets that fire at once; more are the same problem. */
const MAX_FIRING = 200;

/** Returns steps of half a minute, longer ones for a very long window. */
function stepsFor({ startMs, endMs }: Pick<RoleWindow, 'startMs' | 'endMs'>): EvaluationSteps {
  const times = Math.max(1, Math.ceil((endMs - startMs) / (DEFAULT_STEP_MS * MAX_STEPS)));
  return { stepMs: times * DEFAULT_STEP_MS, minForMs: DEFAULT_STEP_MS };
}

/**
 * Returns the condition's alerts that fired at or after `fromMs`; `window` begins earlier, so that a `for` can have
 * begun. null: none of the series that it reads exists, so that its state is unknown.
 */
export function firingsOf(
  condition: AlertCondition, window: RoleWindow, fromMs: number, steps: EvaluationSteps = stepsFor(window)
): Firing[] | null {
  const reads = rolesOf(condition);
  if (reads.length > 0 && reads.every((role) => window.labelled(role).length === 0)) return null;
  const samples = alertSamples(window);
  const isMeant = (atMs: number): boolean => condition.onlyIf?.at(samples, atMs).length !== 0;
  return condition.alerts.flatMap((alert) => {
    const timeline = new AlertTimeline(alert, Math.max(alert.forSeconds * 1000, steps.minForMs));
    for (const atMs of evaluationTimes(window, steps.stepMs)) {
      const vector = alert.expression.at(samples, atMs);
      timeline.add(atMs, vector.length > 0 && isMeant(atMs) ? vector : []);
    }
    return timeline.firings();
  }).filter(({ endMs }) => endMs === null || endMs > fromMs);
}

function evaluationTimes({ startMs, endMs }: RoleWindow, stepMs: number): number[] {
  const times: number[] = [];
  for (let atMs = Math.ceil(startMs / stepMs) * stepMs; atMs <= endMs; atMs += stepMs) times.push(atMs);
  return times;
}

interface Active { labels: Labels; sinceMs: number; firedMs: number | null; value: number; peak: number }

/** Tracks an alert across evaluations: pending from its first true one, firing once that is `for` ago. */
class AlertTimeline {
  readonly #alert: AlertDefinition;
  readonly #forMs: number;
  readonly #active = new Map<string, Active>();
  readonly #ended: Firing[] = [];

  constructor(alert: AlertDefinition, forMs: number) {
    this.#alert = alert;
    this.#forMs = forMs;
  }

  add(atMs: number, vector: Vector): void {
    const seen = new Set<string>();
    for (const { labels, value } of vector.slice(0, MAX_FIRING)) {
      const key = keyOf(labels);
      seen.add(key);
      const active = this.#active.get(key) ?? { labels, sinceMs: atMs, firedMs: null, value, peak: value };
      active.value = value;
      active.peak = Math.max(active.peak, value);
      if (active.firedMs === null && atMs - active.sinceMs >= this.#forMs) active.firedMs = atMs;
      this.#active.set(key, active);
    }
    for (const [key, { labels, sinceMs, firedMs, peak }] of this.#active) {
      if (seen.has(key)) continue;
      if (firedMs !== null && this.#ended.length < MAX_FIRING)
        this.#ended.push({ alert: this.#alert, labels, sinceMs, firedMs, endMs: atMs, value: peak });
      this.#active.delete(key);
    }
  }

  firings(): Firing[] {
    const now = [...this.#active.values()].flatMap(({ labels, sinceMs, firedMs, value }): Firing[] => (
      firedMs === null ? [] : [{ alert: this.#alert, labels, sinceMs, firedMs, endMs: null, value }]
    ));
    return [...this.#ended, ...now];
  }
}

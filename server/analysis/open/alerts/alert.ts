/** An alert of a notification or an answer, in whatever form it was written. */
export interface Alert {
  name: string;
  labels: ReadonlyMap<string, string>;
  annotations: ReadonlyMap<string, string>;
  isFiring: boolean;
  /** When it began, as written; `''` if the text does not say it. */
  since: string;
  /** A sentence on its expression and value, which begins with a blank; `''` without one. */
  value: string;
}

/** Alerts of a text; `count`: how many its title states, if that is more. */
export interface Alerts { alerts: readonly Alert[]; count: number; isCut: boolean }

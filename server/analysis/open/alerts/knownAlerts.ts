/** Alerts that published rules define: what each means, and a first look. Pure. */
import { ALERTS_OF_ALERTMANAGER, ALERTS_OF_GRAFANA } from './rows/ofAlertmanager.ts';
import { ALERTS_OF_ETCD } from './rows/ofEtcd.ts';
import { ALERTS_OF_KUBERNETES } from './rows/ofKubernetes.ts';
import { ALERTS_OF_LOKI, ALERTS_OF_MIMIR } from './rows/ofMimirAndLoki.ts';
import { ALERTS_OF_NODES } from './rows/ofNodes.ts';
import { ALERTS_OF_PROMETHEUS, COMMON_ALERTS } from './rows/ofPrometheus.ts';
import { ALERTS_OF_THANOS } from './rows/ofThanos.ts';
import { ALERTS_OF_COLLECTOR, ALERTS_OF_VICTORIAMETRICS } from './rows/ofVictoriaMetrics.ts';

export interface KnownAlert {
  name: string;
  /** Program that it is about; `''` if it is about any. */
  program: string;
  /** Its meaning, then the next step after a colon. */
  sentence: string;
  /** Pattern that the text must have, because rules of others have the same name; null without one. */
  needs: RegExp | null;
}

export const KNOWN_ALERTS: readonly KnownAlert[] = [
  ALERTS_OF_PROMETHEUS, COMMON_ALERTS, ALERTS_OF_ALERTMANAGER, ALERTS_OF_GRAFANA, ALERTS_OF_NODES, ALERTS_OF_KUBERNETES,
  ALERTS_OF_ETCD, ALERTS_OF_THANOS, ALERTS_OF_MIMIR, ALERTS_OF_LOKI, ALERTS_OF_VICTORIAMETRICS, ALERTS_OF_COLLECTOR,
].flatMap(({ program, needs, rows }) => rows.map(([name, means, next]) => (
  { name, program, sentence: `${means}${next === null ? '' : `: ${next}`}.`, needs: needs ?? null }
)));

const BY_NAME: ReadonlyMap<string, KnownAlert> = new Map(KNOWN_ALERTS.map((alert) => [alert.name, alert]));

/** Returns what is known of an alert by its name; `around`: the text of its labels and annotations. */
export function knownAlert(name: string, around: string): KnownAlert | null {
  const known = BY_NAME.get(name);
  return known === undefined || (known.needs !== null && !known.needs.test(around)) ? null : known;
}

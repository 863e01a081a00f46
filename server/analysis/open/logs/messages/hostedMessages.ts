/** Meanings of messages of Prometheus, whose code other programs have in them. Pure. */

export const PROMETHEUS = 'Prometheus';
/** Programs with the TSDB, the scrapes or the queries of Prometheus. A sidecar quotes the Prometheus beside it. */
const NAMES = `(?:${[
  'Thanos(?: (?:receiver|store gateway|querier|query frontend|ruler|compactor))?', 'Mimir or Cortex', 'Mimir', 'Cortex',
  'Loki', 'Tempo', 'Promscale', 'Grafana Agent or Alloy', 'Grafana (?:Agent|Alloy)',
].join('|')})`;
export const HOSTS = new RegExp(`^${NAMES}$`);
const SUBJECT = new RegExp(`^${NAMES} (?=[a-z])`);

/** Returns a sentence about such a program as one about Prometheus, as the table of known messages has it. */
export const asOfPrometheus = (sentence: string): string => sentence.replace(SUBJECT, `${PROMETHEUS} `);

/** Meanings of messages of Prometheus, whose code other programs have in them. Pure. */

export const PROMETHEUS = 'Prometheus';
/** Programs with the TSDB, the scrapes or the queries of Prometheus. A sidecar quotes the Prometheus beside it. */
const NAMES = String.raw`(?:Thanos(?! sidecar)(?: [a-z]{4,10}(?: [a-z]{7,8})?)?|Mimir or Cortex|Mimir|Cortex|Loki|Tempo`
  + String.raw`|Promscale|Grafana Agent or Alloy|Grafana (?:Agent|Alloy))`;
export const HOSTS = new RegExp(`^${NAMES}$`);
const SUBJECT = new RegExp(`^${NAMES} (?=[a-z])`);

/** Returns a sentence about such a program as one about Prometheus, as the table of known messages has it. */
export const asOfPrometheus = (sentence: string): string => sentence.replace(SUBJECT, `${PROMETHEUS} `);

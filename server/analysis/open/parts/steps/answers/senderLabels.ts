/** Says that senders of the same series have the same external labels, by their settings in the text. Pure; bounded. */
import type { Answer } from './answer.ts';

const CLEARED = /^[ \t]{0,40}replicaExternalLabelNameClear: ["']?true\b/m;
const REPLICAS = /^[ \t]{0,40}replicas: ["']?(\d{1,3})\b/gm;
/** The external labels of a configuration that is in force. */
const LABELS = new RegExp(/^([ \t]{0,40})external_labels:[ \t]{0,4}\n/.source
  + String.raw`((?:\1[ \t]{1,8}[\w"'-]{1,80}: [^\n]{0,200}(?:\n|$)){1,12})`, 'gm');
const MAX_TOLD = 120;
const MIN_SAME = 2;

/** Returns the labels that several configurations have in common, and how many these are; null if any differs. */
function sameLabels(text: string): { labels: string; count: number } | null {
  const all = [...text.matchAll(LABELS)].map(([, , rows = '']) =>
    rows.trim().split('\n').map((row) => row.trim()).sort().join(', '));
  const [labels = '', ...others] = all;
  return others.length === 0 || others.some((one) => one !== labels) ? null : { labels, count: all.length };
}

function answer(text: string): string | null {
  const same = sameLabels(text);
  const replicas = [...text.matchAll(REPLICAS)].map(([, count]) => Number(count)).find((count) => count >= MIN_SAME);
  const isCleared = CLEARED.test(text) && replicas !== undefined;
  if (same === null && !isCleared) return null;
  const shown = [
    same === null ? null : `${same.count} configurations have the same external_labels (${
      same.labels.slice(0, MAX_TOLD)})`,
    isCleared ? `replicaExternalLabelNameClear is true, so the ${replicas} replicas send the same series` : null,
  ].filter((one) => one !== null).join(', and ');
  const [ofReplicas, query] = [
    isCleared ? ' and keep its replica label (replicaExternalLabelNameClear: false)' : ' and of its replica',
    /\bthanos\b/i.test(text) ? ', then deduplicate in Thanos Query (--query.replica-label)' : '',
  ];
  return `. In the text, ${shown}. Give each Prometheus external_labels of its own, as of its cluster,${
    ofReplicas}${query}. out_of_order_time_window would only mix their samples.`;
}

const ADVICE = new RegExp([
  ', mostly because two senders write the same series, as replicas without external_labels that differ, or because ',
  'one target is scraped twice: give each sender external_labels of its own, or let the receiver deduplicate them; ',
  String.raw`for samples that are only late, set out_of_order_time_window at the receiver\.`,
].join(''));

export const SENDER_ANSWERS: readonly Answer[] = [[ADVICE, answer]];

/**
 * Prometheus's relabeling: https://prometheus.io/docs/prometheus/latest/configuration/configuration/#relabel_config
 * Rules of every action: `relabel` of prometheus/prometheus, model/relabel/relabel.go.
 */
import { createHash } from 'node:crypto';
import type { WholeMatcher } from '../../../core/regex.ts';
import { expandTemplate } from './expandTemplate.ts';

export const RELABEL_ACTIONS = [
  'replace', 'keep', 'drop', 'keepequal', 'dropequal', 'hashmod', 'labelmap', 'labeldrop', 'labelkeep', 'lowercase',
  'uppercase',
] as const;
export type RelabelAction = (typeof RELABEL_ACTIONS)[number];

/** One item of `relabel_configs`, with defaults applied. */
export interface RelabelRule {
  action: RelabelAction;
  sourceLabels: readonly string[];
  separator: string;
  match: WholeMatcher;
  /** `''` if the action has none. */
  targetLabel: string;
  replacement: string;
  /** Modulus of hashmod. */
  modulus: number;
}

/** Absent and empty labels are the same; neither is in the map. */
export type LabelMap = ReadonlyMap<string, string>;

/** Label names of Prometheus 2, which 3 accepts too. */
export const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Returns the labels after all rules in order; null if a rule dropped them. */
export function relabel(labels: LabelMap, rules: readonly RelabelRule[]): LabelMap | null {
  let current = labels;
  for (const rule of rules) {
    const next = applied(current, rule);
    if (next === null) return null;
    current = next;
  }
  return current;
}

function applied(labels: LabelMap, rule: RelabelRule): LabelMap | null {
  const value = rule.sourceLabels.map((name) => labels.get(name) ?? '').join(rule.separator);
  switch (rule.action) {
    case 'drop': return rule.match(value) === null ? labels : null;
    case 'keep': return rule.match(value) === null ? null : labels;
    case 'dropequal': return (labels.get(rule.targetLabel) ?? '') === value ? null : labels;
    case 'keepequal': return (labels.get(rule.targetLabel) ?? '') === value ? labels : null;
    case 'replace': return replaced(labels, rule, value);
    case 'lowercase': return withLabel(labels, rule.targetLabel, inCase(value, 'toLowerCase'));
    case 'uppercase': return withLabel(labels, rule.targetLabel, inCase(value, 'toUpperCase'));
    case 'hashmod': return withLabel(labels, rule.targetLabel, hashModulo(value, rule.modulus));
    case 'labelmap': return mapped(labels, rule);
    case 'labeldrop': return new Map([...labels].filter(([name]) => rule.match(name) === null));
    case 'labelkeep': return new Map([...labels].filter(([name]) => rule.match(name) !== null));
  }
}

function replaced(labels: LabelMap, rule: RelabelRule, value: string): LabelMap {
  const groups = rule.match(value);
  if (groups === null) return labels;
  const name = expandTemplate(rule.targetLabel, groups);
  return LABEL_NAME.test(name) ? withLabel(labels, name, expandTemplate(rule.replacement, groups)) : labels;
}

function mapped(labels: LabelMap, rule: RelabelRule): LabelMap {
  const after = new Map(labels);
  // Maps the original names only: a name that the rule makes is not mapped again.
  for (const [name, value] of labels) {
    const groups = rule.match(name);
    const mappedName = groups === null ? '' : expandTemplate(rule.replacement, groups);
    if (LABEL_NAME.test(mappedName)) after.set(mappedName, value);
  }
  return after;
}

function withLabel(labels: LabelMap, name: string, value: string): LabelMap {
  const after = new Map(labels);
  if (value === '') after.delete(name);
  else after.set(name, value);
  return after;
}

/** Changes the case letter by letter, as Go does: keeps a letter whose other case has two letters. */
function inCase(text: string, change: 'toLowerCase' | 'toUpperCase'): string {
  return Array.from(text, (letter) => (Array.from(letter[change]()).length === 1 ? letter[change]() : letter)).join('');
}

/** Uses the last 8 bytes of the MD5 sum, as Prometheus does to distribute targets. */
function hashModulo(value: string, modulus: number): string {
  return String(createHash('md5').update(value).digest().readBigUInt64BE(8) % BigInt(modulus));
}

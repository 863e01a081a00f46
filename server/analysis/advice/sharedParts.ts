/**
 * Finds what several rules of a group compute, from the texts of a query log, and the most that a recording rule for it
 * can save. Pure; docs/reference/rule-spikes.md.
 */
import type { LoggedQuery } from '../../../core/contract/contract.ts';
import { median } from '../../../core/statistics/quantiles.ts';

/** Limits of the search, because users' texts have any length and depth. */
const MAX_TEXTS = 200;
const MAX_TEXT = 2000;
const MAX_PARTS = 100;
/** Minimum length of a part that is worth a rule. */
const MIN_PART = 12;
/** Length of an aggregation's head or grouping that is read. */
const MAX_HEAD = 200;
const MIN_EVALUATIONS = 3;
/** Share of the group's time below which a saving is not stated. */
const MIN_SHARE = 0.1;
const AGGREGATED = /[A-Za-z_]\w*\s*(?:by|without)\s*\([^()]*\)\s*$/;
const CALLED = /[A-Za-z_]\w*\s*$/;
const GROUPING_AFTER = /^\s*(?:by|without)\s*\([^()]*\)/;
/** Words before a list of labels, which is not a part. */
const LISTS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'bool', 'and', 'or', 'unless']);

export interface SharedPart {
  text: string;
  rules: number;
  /** Share of an evaluation's time that is saved at most: if the part is all that the shortest rule computes. */
  maxShareRatio: number;
}

/** Returns the part with the largest possible saving; null if the log shows none. */
export function sharedPart(
  group: { name: string; widthSeconds: number }, queries: readonly LoggedQuery[]
): SharedPart | null {
  const byText = new Map<string, number[]>();
  for (const { text, origin, evalSeconds } of queries) {
    if (origin.kind !== 'rule' || origin.group !== group.name || text === '' || text.length > MAX_TEXT) continue;
    if (!byText.has(text) && byText.size >= MAX_TEXTS) continue;
    byText.set(text, [...byText.get(text) ?? [], evalSeconds]);
  }
  const rules = [...byText].filter(([, times]) => times.length >= MIN_EVALUATIONS)
    .map(([text, times]) => ({ parts: partsOf(text), seconds: median(times) ?? 0 }));
  // The log has long evaluations only: the others are part of the group's time.
  const all = Math.max(group.widthSeconds, rules.reduce((sum, { seconds }) => sum + seconds, 0));
  const shared = [...new Set(rules.flatMap(({ parts }) => [...parts]))].flatMap((text): SharedPart[] => {
    const own = rules.filter(({ parts }) => parts.has(text)).map(({ seconds }) => seconds);
    const maxShareRatio = (own.length - 1) * Math.min(...own) / all;
    return own.length > 1 && maxShareRatio >= MIN_SHARE ? [{ text, rules: own.length, maxShareRatio }] : [];
  });
  // The longest part with the same rules contains the others.
  return shared.toSorted((a, b) => b.maxShareRatio - a.maxShareRatio || b.text.length - a.text.length)[0] ?? null;
}

/** Returns the calls and aggregations of an expression, with single spaces; `sum by (job) (rate(x[5m]))` has two. */
export function partsOf(expression: string): Set<string> {
  const text = expression.replace(/\s+/g, ' ');
  const parts = new Set<string>();
  const opened: number[] = [];
  let quote = '';
  for (let k = 0; k < text.length && parts.size < MAX_PARTS; k++) {
    const character = text.charAt(k);
    if (quote !== '') {
      if (character === '\\' && quote !== '`') k++;
      else if (character === quote) quote = '';
    } else if ('"\'`'.includes(character)) {
      quote = character;
    } else if (character === '(') {
      opened.push(k);
    } else if (character === ')') {
      const from = opened.pop();
      const part = from === undefined ? null : partFrom(text, from, k + 1);
      if (part !== null && part.length >= MIN_PART && !part.includes('…')) parts.add(part);
    }
  }
  return parts;
}

/** Returns the call or aggregation whose arguments are in parentheses; null for a list of labels and for grouping. */
function partFrom(text: string, from: number, to: number): string | null {
  const before = text.slice(Math.max(0, from - MAX_HEAD), from);
  const head = AGGREGATED.exec(before)?.[0] ?? CALLED.exec(before)?.[0];
  if (head === undefined || LISTS.has(head.trim().split(/[\s(]/)[0] ?? '')) return null;
  const after = GROUPING_AFTER.exec(text.slice(to, to + MAX_HEAD))?.[0] ?? '';
  return `${head}${text.slice(from, to)}${after}`.trim();
}

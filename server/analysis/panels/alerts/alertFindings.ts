/**
 * Builds the findings of the conditions that alerts about a server watch: one for each condition with an alert that
 * fires in the window. docs/reference/alerts.md lists them.
 */
import type { PanelFinding, Part, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, parts, quantity } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { AlertCondition } from './condition.ts';
import { firingsOf, type Firing } from './evaluateAlerts.ts';

/** Maximum number of subjects named per finding. */
const MAX_NAMED = 3;
const MAX_NAME = 80;
const SOURCES = { mixin: 'prometheus-mixin', community: 'awesome-prometheus-alerts' } as const;

/** Alert finding, and the codes of findings that already say the same. */
export interface AlertFinding { finding: PanelFinding; saidBy: readonly string[] }

/** Returns the conditions' findings, in order; `window` begins before `fromMs`, as far as ranges and `for` reach. */
export function alertFindings(
  conditions: readonly AlertCondition[], window: RoleWindow, fromMs: number
): AlertFinding[] {
  return conditions.flatMap((condition) => {
    const firings = firingsOf(condition, window, fromMs) ?? [];
    return firings.length === 0 ? []
      : [{ finding: findingOf(condition, firings), saidBy: condition.saidBy ?? [] }];
  });
}

/** Returns the findings that no other finding covers. */
export function unsaid(alerts: readonly AlertFinding[], others: readonly { code: string }[]): PanelFinding[] {
  const codes = new Set([...others.map(({ code }) => code), ...alerts.map(({ finding: { code } }) => code)]);
  return alerts.flatMap((one) => (one.saidBy.some((code) => codes.has(code)) ? [] : [one.finding]));
}

function findingOf(condition: AlertCondition, firings: readonly Firing[]): PanelFinding {
  const present = firings.filter(({ endMs }) => endMs === null);
  const told = present.length > 0 ? present : lastEnded(firings);
  const worst = told.find(({ alert }) => alert.severity === 'critical') ?? told[0];
  if (worst === undefined) throw new Error('A finding of no alert.');
  const since = Math.min(...told.map(({ sinceMs }) => sinceMs)) / 1000;
  const until = present.length > 0 ? null : Math.max(...told.map(({ endMs }) => endMs ?? 0)) / 1000;
  const most = told.filter(({ alert }) => alert === worst.alert)
    .reduce((one, other) => (other.value > one.value ? other : one));
  return {
    ...finding({
      code: condition.code, severity: severityOf(condition, told), moment: since,
      claim: until === null ? parts`${condition.holds} since ${at(since)}.`
        : parts`${condition.held} from ${at(since)} to ${at(until)}.`,
      evidence: [
        condition.measured?.(most.value, worst.alert) ?? [],
        named(condition, told),
        ...alertsOf(told),
        parts`${condition.costs}`,
      ],
      actions: [condition.action],
    }),
    panel: condition.panel,
    figures: { alertValue: most.value, activeSeconds: (until ?? lastTime(told)) - since },
  };
}

/**
 * Returns the worst severity of the firing alerts. If prometheus-mixin watches the condition too, none is worse than
 * its alert: the community has no `for` on most, and calls many critical.
 */
function severityOf({ alerts }: AlertCondition, told: readonly Firing[]): Severity {
  const own = alerts.filter(({ source }) => source === 'mixin');
  const isCapped = own.length > 0 && own.every(({ severity }) => severity !== 'critical');
  return !isCapped && told.some(({ alert }) => alert.severity === 'critical') ? 'critical' : 'warning';
}

/** Returns the firings of the spell that ended last, of every alert that it overlaps. */
function lastEnded(firings: readonly Firing[]): Firing[] {
  const last = firings.reduce((one, other) => ((other.endMs ?? 0) > (one.endMs ?? 0) ? other : one));
  return firings.filter(({ endMs }) => (endMs ?? 0) >= last.sinceMs);
}

const lastTime = (firings: readonly Firing[]): number => Math.max(...firings.map(({ firedMs }) => firedMs)) / 1000;

/** Names what fires: “Rule group a.yml;b and 3 more.” */
function named({ about }: AlertCondition, firings: readonly Firing[]): Part[] {
  if (about === undefined) return [];
  const names = [...new Set(firings.flatMap(({ labels }) => {
    const name = about.labels.flatMap((label) => labels[label] ?? []).filter((value) => value !== '').join(' ');
    return name === '' ? [] : [name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`];
  }))].toSorted();
  const more = names.length - MAX_NAMED;
  return names.length === 0 ? []
    : parts`${about.noun}: ${names.slice(0, MAX_NAMED).join(', ')}${
      more > 0 ? parts` and ${quantity(more, 'count')} more` : null}.`;
}

/** Lists each firing alert once, with the time since which it fires. */
function alertsOf(firings: readonly Firing[]): Part[][] {
  const first = new Map<string, Firing>();
  for (const one of firings) {
    const key = `${one.alert.source} ${one.alert.name}`;
    const known = first.get(key);
    if (known === undefined || one.firedMs < known.firedMs) first.set(key, one);
  }
  return [...first.values()].map(({ alert: { name, source }, firedMs, endMs }) =>
    parts`The alert ${name} of ${SOURCES[source]} ${endMs === null ? 'fires since' : 'fired at'} ${
      at(firedMs / 1000)}.`);
}

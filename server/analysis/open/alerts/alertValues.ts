/** Reads the expression and the value of an alert from answers of Prometheus, Alertmanager and Sysdig. Pure. */
import { cutMiddle } from '../../../../core/text/format.ts';

type Json = Readonly<Record<string, unknown>>;

const MAX_TEXT = 200;
/** A name of a metric alone is no expression. */
const IS_EXPRESSION = /[()[\]{}<>=!+*/]/;

/** Returns the expression of each alert of rules, which have it beside their alerts. */
export function expressionsOfRules(objects: readonly Json[]): ReadonlyMap<unknown, string> {
  return new Map(objects.flatMap(({ query, alerts }): [unknown, string][] =>
    (typeof query === 'string' && Array.isArray(alerts) ? (alerts as unknown[]).map((alert) => [alert, query]) : [])));
}

/** Returns `Its expression is …, and the value is …`; `""` if the answer has neither. */
export function valueWords(alert: Json, labels: Json, ofRule: string | undefined): string {
  const named = labels['__name__'];
  const expression = (ofRule ?? (typeof named === 'string' && IS_EXPRESSION.test(named) ? named : null)
    ?? ofGenerator(alert['generatorURL']))?.trim();
  const value = valueOf(alert['value']);
  if (expression === undefined || expression === '') return value === null ? '' : ` Its value is ${value}.`;
  const said = cutMiddle(expression.replaceAll(/\s+/g, ' '), MAX_TEXT);
  return ` Its expression is ${said}${value === null ? '.' : `; the value is ${value}.`}`;
}

/** Returns the value, which Prometheus writes as `3e+00`; null without a number. */
function valueOf(value: unknown): string | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? String(Number(number.toPrecision(6))) : null;
}

/** Returns the expression in the link to the graph. */
function ofGenerator(url: unknown): string | null {
  const query = typeof url === 'string' ? /[?&]g0\.expr=([^&#]{1,2000})/.exec(url)?.[1] : undefined;
  if (query === undefined) return null;
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** All conditions that alerts about a server watch. Sources and licences: docs/reference/alerts.md. */
import type { Role } from '../../../data/metrics/roleNames.ts';
import type { AlertCondition } from './condition.ts';
import { INGEST_CONDITIONS } from './ingestConditions.ts';
import { RULE_CONDITIONS } from './ruleConditions.ts';
import { TSDB_CONDITIONS } from './tsdbConditions.ts';

export const CONDITIONS: readonly AlertCondition[] = [
  ...RULE_CONDITIONS, ...INGEST_CONDITIONS, ...TSDB_CONDITIONS,
];

/** Returns the roles that a condition reads. */
export function rolesOf({ alerts, onlyIf }: AlertCondition): Role[] {
  return [...new Set([...alerts.flatMap(({ expression }) => expression.roles), ...(onlyIf?.roles ?? [])])];
}

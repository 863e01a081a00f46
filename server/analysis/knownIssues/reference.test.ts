/** `npm run reference` writes the pages generated from tables; without it, they must equal the generated text. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROVOKED } from '../../../testdata/alerts/provokedConditions.ts';
import { CONDITIONS } from '../panels/alerts/conditions.ts';
import { alertsReference } from '../panels/alerts/reference.ts';
import { knownIssues } from './matchKnownIssues.ts';
import { knownIssuesReference } from './reference.ts';

it.each([
  ['known-issues.md', () => knownIssuesReference(knownIssues())],
  ['alerts.md', () => alertsReference(CONDITIONS, PROVOKED)],
])('%s is what its table gives', (name, written) => {
  const path = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', name);
  if (process.env.UPDATE_REFERENCE === '1') writeFileSync(path, written());
  expect(readFileSync(path, 'utf8')).toBe(written());
});

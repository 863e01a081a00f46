import { expect, it } from 'vitest';
import type { BenchmarkReport } from '../../contract/contract.ts';
import { finding, statements } from '../../finding.ts';
import { withOwnFacts } from './ownFacts.ts';

const report = {
  finding: finding({
    code: 'bench-one-output', severity: 'unknown', claim: [{ text: 'One output with 2 benchmarks.' }],
  }),
} as unknown as BenchmarkReport;

it('what an output says alone leads, with as little certainty as its table has', () => {
  const { finding: shown } = withOwnFacts(report, ['shop 0 is twice as fast as shop 1.', 'Each has 3 runs.']);
  expect(statements(shown))
    .toEqual(['shop 0 is twice as fast as shop 1.', 'Each has 3 runs.', 'One output with 2 benchmarks.']);
  expect([shown.severity, shown.confidence]).toEqual(['unknown', 'too-early']);
});

it('without facts the report stays as it is', () => {
  expect(withOwnFacts(report, undefined)).toBe(report);
  expect(withOwnFacts(report, [])).toBe(report);
});

import { expect, it } from 'vitest';
import type { PanelFinding } from '../../contract/contract.ts';
import { finding } from '../../finding.ts';
import { alsoFound } from './alsoFound.ts';

const found = (code: string, more: Partial<PanelFinding> = {}): PanelFinding => ({
  ...finding({ code, severity: 'critical', claim: [{ text: `It is ${code}.` }] }), panel: 'scrapes', figures: {},
  ...more,
});
const answered = found('scrapes-answered', { severity: 'ok' });

it('names what is serious and is not the headline, in the order of the overview', () => {
  const rules = found('rule-failures');
  const late = found('rules-late', { severity: 'warning' });
  expect(alsoFound([rules, late, answered], 'scrapes', answered)).toEqual([rules, late]);
  expect(alsoFound([rules, late, answered], 'scrapes', rules)).toEqual([late]);
});

it('leaves out notes, what is about another panel, and what its own panels say', () => {
  expect(alsoFound([
    found('note', { severity: 'info' }), found('too-large', { panel: 'memory' }),
    found('gc-slows-scrapes', { restsOn: ['gc-cpu', 'scrapes'] }), answered,
  ], 'scrapes', answered)).toEqual([]);
});

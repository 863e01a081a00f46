import { describe, expect, it } from 'vitest';
import type { PanelFinding, Severity } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { AlertStates } from './alertStates.ts';

function stated(code: string, severity: Severity = 'critical'): PanelFinding {
  return { ...finding({ code, severity, claim: [{ text: `${code} holds.` }] }), panel: 'memory', figures: {} };
}

interface Scene {
  see: (seconds: number, ...findings: PanelFinding[]) => string[];
  all: () => string[];
  of: AlertStates;
}

function states(): Scene {
  const of = new AlertStates({ forMs: 60_000, severities: ['warning', 'critical'] });
  return {
    of,
    see: (seconds, ...findings) => of.see({ target: 'a', labels: {}, findings, atMs: seconds * 1000 })
      .map((alert) => `${alert.finding.code} since ${alert.startsMs / 1000}`),
    all: () => of.alerts().map((alert) => `${alert.finding.code} ${alert.finding.severity} ${
      alert.endsMs === null ? 'fires' : `ended ${alert.endsMs / 1000}`}`),
  };
}

describe('an alert', () => {
  it('fires once a finding held for a minute without interruption', () => {
    const { see, all } = states();
    expect(see(0, stated('x'), stated('note', 'info'), stated('y', 'unknown'))).toEqual([]);
    expect(see(50)).toEqual([]);
    expect(see(60, stated('x'))).toEqual([]);
    expect(see(119, stated('x'))).toEqual([]);
    expect(all()).toEqual([]);
    expect(see(120, stated('x'))).toEqual(['x since 60']);
    expect(see(135, stated('x'))).toEqual([]);
    expect(all()).toEqual(['x critical fires']);
  });

  it('ends once the finding was absent for a minute, not by a figure at a threshold', () => {
    const { see, all, of } = states();
    for (const second of [0, 60]) see(second, stated('x'));
    see(75);
    see(90, stated('x'));
    see(149);
    expect(all()).toEqual(['x critical fires']);
    see(150);
    expect(all()).toEqual(['x critical ended 150']);
    // A resolved alert is kept for unreachable receivers.
    of.tick(1_000_000, () => true);
    expect(all()).toHaveLength(1);
    of.tick(1_100_000, () => true);
    expect(all()).toEqual([]);
  });

  it('of another severity ends the one before, when it fires', () => {
    const { see, all } = states();
    for (const second of [0, 60]) see(second, stated('x', 'warning'));
    see(75, stated('x'));
    expect(all()).toEqual(['x warning fires']);
    see(135, stated('x'));
    expect(all()).toEqual(['x warning ended 135', 'x critical fires']);
  });

  it('ends with its target, and is another one when it comes back', () => {
    const { see, all, of } = states();
    for (const second of [0, 60]) see(second, stated('x'));
    of.tick(70_000, () => false);
    expect(all()).toEqual(['x critical ended 70']);
    see(80, stated('x'));
    expect(see(140, stated('x'))).toEqual(['x since 80']);
    expect(all()).toEqual(['x critical fires']);
  });

  it('is one where several panels state the same', () => {
    const { see } = states();
    const both = [stated('x'), { ...stated('x', 'warning'), panel: 'scrapes' as const }];
    see(0, ...both);
    expect(see(60, ...both)).toEqual(['x since 0']);
  });

  it('is one of at most thirty of a target', () => {
    const { see, all } = states();
    const many = Array.from({ length: 100 }, (_, i) => stated(`x${i}`));
    see(0, ...many, ...many);
    expect(see(60, ...many)).toHaveLength(30);
    expect(all()).toHaveLength(30);
  });
});

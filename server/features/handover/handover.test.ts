import { describe, expect, it } from 'vitest';
import type { Capture, FleetTarget, Note, PanelFinding, PanelName, Severity } from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import { fail, ok } from '../../../core/result.ts';
import { handoverOf, type HandoverParts } from './handover.ts';
import { handoverMarkdown } from './handoverText.ts';

const NOW = Date.UTC(2026, 10, 20, 12) / 1000;
const HOUR = 3600;

function row(name: string, more: Partial<FleetTarget> = {}): FleetTarget {
  return {
    name, state: 'up', stateSince: NOW - 86_400, kind: 'prometheus', version: '3.5.0', labels: {},
    worst: { ...finding({ code: 'fine', severity: 'ok', claim: [{ text: 'Nothing wrong.' }] }), page: 'overview' },
    series: { cpuCores: [], gcShareRatio: [], rssBytes: [] }, gcCyclesPerMinute: null, memoryLimitBytes: null,
    compactions: [], gaps: [], starts: [], ...more,
  };
}

function stated(panel: PanelName, severity: Severity, claim: string): PanelFinding {
  return { ...finding({ code: `${panel}-${severity}`, severity, claim: [{ text: claim }] }), panel, figures: {} };
}

const fine = (['gc-cpu', 'memory', 'scrapes'] as const).map((panel) => stated(panel, 'ok', `${panel} is fine.`));

function parts(rows: FleetTarget[], more: Partial<HandoverParts> = {}): HandoverParts & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fleet: {
      answer: ({ startMs = 0, endMs = 0 }) => Promise.resolve(ok({
        range: { start: startMs / 1000, end: endMs / 1000, step: 360 }, shared: [], targets: rows,
      })),
    },
    panels: { findings: ({ target }) => { asked.push(target); return Promise.resolve(ok(fine)); } },
    captures: { list: () => [] },
    targets: {
      asked: (name) => Promise.resolve({ name, state: 'up', recorded: null, scrapeIntervalSeconds: 1 }),
      isLive: () => true,
      panelQuery: ({ name }, startMs = 0, endMs = 0) => ({
        target: name, startMs, endMs, stepMs: null, timeoutSeconds: 10, intervalSeconds: 1, nowMs: endMs,
      }),
    },
    notes: { list: () => [] }, secrets: ['hunter22'], now: () => NOW * 1000,
    spells: () => Promise.resolve({ spells: [], partSeconds: HOUR }),
    ...more,
  };
}

const note = (text: string, time: number): Note => ({
  id: '0123456789abcdef', time, endTime: null, text, author: 'Ann', createdAt: time, updatedAt: time, revision: 1,
});

function capture(id: string, how: Capture['reason']['how'], more: Partial<Capture> = {}): Capture {
  return {
    id, target: 'a', kind: 'cpu', seconds: 10, at: 'now', everySeconds: null, gc: false, delta: 'target', state: 'done',
    startTime: NOW - HOUR, endTime: NOW - HOUR + 10, progressRatio: null, client: null, profileId: 'p', sizeBytes: 1,
    reason: { how, sentence: how === 'triggered' ? 'CPU was above 1.8 cores for 3 s.' : null }, note: null, error: null,
    errorType: null, ...more,
  };
}

describe('a handover', () => {
  it('has what happened in the window by time, and what is now', async () => {
    const rows = [row('a', {
      gaps: [{ start: NOW - 5 * HOUR, end: NOW - 5 * HOUR + 90 }],
      starts: [{ start: NOW - 5 * HOUR + 60, end: NOW - 5 * HOUR + 90 }],
    }), row('b')];
    const asked = parts(rows, {
      notes: { list: (name) => (name === 'a' ? [note('Rolled back with token hunter22', NOW - 4 * HOUR)] : []) },
      captures: {
        list: (name) => (name === 'a' ? [
          capture('1', 'triggered'), capture('2', 'continuous'), capture('3', 'person', { cancelled: true }),
          capture('4', 'person', { state: 'running' }), capture('5', 'person', { startTime: NOW - 13 * HOUR }),
        ] : []),
      },
      panels: {
        findings: ({ target, startMs, endMs }) => {
          expect(endMs - startMs).toBe(900_000);
          return Promise.resolve(ok(target === 'a' ? [
            ...fine.slice(0, 1), stated('memory', 'critical', 'Memory is close to its limit.'),
            stated('scrapes', 'warning', 'Scrapes are slow.'),
          ] : fine));
        },
      },
      spells: ({ target }) => Promise.resolve({
        partSeconds: HOUR, spells: target !== 'a' ? [] : [{
          panel: 'gc-cpu', severity: 'warning', start: NOW - 3 * HOUR, end: NOW - HOUR, parts: 2,
          sentence: 'GC | high.',
        }],
      }),
    });
    const answer = await handoverOf(asked, {});
    expect(answer.range).toEqual({ start: NOW - 12 * HOUR, end: NOW });
    const [a, b] = answer.targets;
    expect(a).toMatchObject({
      name: 'a', now: { severity: 'critical', sentence: 'Memory is close to its limit.' }, unjudged: null, omitted: 0,
      others: [{ panel: 'scrapes', severity: 'warning', sentence: 'Scrapes are slow.' }],
    });
    expect(a?.events.map(({ what, time }) => [what, (time - NOW) / HOUR])).toEqual([
      ['gap', -5], ['start', -5 + 60 / HOUR], ['note', -4], ['finding', -3], ['capture', -1],
    ]);
    expect(b).toMatchObject({ name: 'b', now: { severity: 'ok' }, others: [], events: [] });
    expect(JSON.stringify(answer)).not.toContain('hunter22');
    expect(handoverMarkdown(answer)).toBe([
      '# Handover, 2026-11-20 00:00 to 12:00 UTC (12h)', '2 targets: 1 critical, 1 OK. Times are UTC.',
      '## `a`: critical', 'prometheus `3.5.0`, up',
    ].join('\n\n').concat('\n\n', [
      '- **Now**: Memory is close to its limit.', '- **Now**: warning, Scrapes: Scrapes are slow.',
      '- 07:00:00 to 07:01:30: gap in the scrapes of 90 s', '- 07:01:00 to 07:01:30: start, 30 s with WAL replay',
      '- 08:00:00: note by Ann: Rolled back with token (redacted)',
      '- 09:00:00 to 11:00:00: warning, GC & CPU: GC \\| high.',
      '- 11:00:00: `cpu` captured: CPU was above 1.8 cores for 3 s.',
    ].join('\n'), '\n\nEach finding is of parts of 1h: its times are theirs.',
    '\n\n## Without events\n\n- `b`: All quiet: nothing wrong found.\n'));
  });

  it('says of whom findings are not known, and never that they are fine', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'gone'].map((name) => row(name));
    const few = parts(rows);
    const asked: HandoverParts = {
      ...few, targets: { ...few.targets, isLive: (name) => name !== 'gone' },
      panels: {
        findings: (query) => (query.target === 'b' ? Promise.resolve(fail('busy', 'Too many questions.'))
          : few.panels.findings(query)),
      },
    };
    const { targets } = await handoverOf(asked, {});
    expect(few.asked).toEqual(['a', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(targets.filter(({ now }) => now === null).map(({ name, unjudged }) => [name, unjudged])).toEqual([
      ['b', 'Too many questions.'], ['i', 'Only the worst 8 are judged; name it in "targets".'],
      ['gone', 'This tsdbscope does not scrape it now.'],
    ]);
    const text = handoverMarkdown({ range: { start: 0, end: HOUR }, targets });
    expect(text).toContain('- **By its scrapes alone**: Nothing wrong. Only the worst 8 are judged; name it in');
    expect(text.split('## Without events')[1]).not.toContain('`i`');
    const { targets: named } = await handoverOf(asked, { targets: ['i'] });
    expect(named).toMatchObject([{ name: 'i', now: { severity: 'ok' } }]);
  });

  it('keeps the longest gaps, and says how many it leaves out', async () => {
    const gaps = Array.from({ length: 25 }, (_, i) => ({ start: NOW - 60 * (i + 2), end: NOW - 60 * (i + 2) + i + 1 }));
    const { targets: [a] } = await handoverOf(parts([row('a', { gaps })]), { last: 3 * 3_600_000 });
    expect(a?.omitted).toBe(5);
    expect(a?.events.every(({ time, end }) => (end ?? 0) - time > 5)).toBe(true);
  });

  it('is refused for a window that is none, and for a target that was not scraped in it', async () => {
    await expect(handoverOf(parts([]), { last: 25 * 3_600_000 })).rejects.toThrow('at most 24h');
    await expect(handoverOf(parts([]), { last: 0 })).rejects.toThrow('longer than 0');
    await expect(handoverOf(parts([row('a')]), { targets: ['b'] })).rejects.toThrow('No target "b"');
  });
});

import { describe, expect, it } from 'vitest';
import { finding } from '../../../core/finding.ts';
import { parseUrl } from '../../../core/url/urlState.ts';
import type { Alert } from './alertStates.ts';
import { alertLabels, alertmanagerBody, alertName, alertPage, webhookBody } from './alertBody.ts';

const BASE = 'https://scope.example.org/t';
const AT = Date.UTC(2026, 10, 20, 12);

function alert(more: Partial<Alert> = {}): Alert {
  return {
    id: 'a', target: 'prom:9090', targetLabels: { region: 'eu' }, startsMs: AT - 60_000, firedMs: AT, endsMs: null,
    isReady: true, picture: { url: `${BASE}/embed/t`, imageUrl: `${BASE}/embed/t.png` },
    finding: {
      ...finding({
        code: 'replay-running', severity: 'critical', claim: [{ text: 'It replays.' }],
        evidence: [[{ text: 'So it says.' }], [{ text: 'For long.' }]], moment: AT / 1000 - 30,
      }),
      panel: 'wal-replay', figures: {},
    },
    ...more,
  };
}

describe('what a receiver gets', () => {
  const options = { base: BASE, nowMs: AT, resendMs: 60_000 };

  it('is what Alertmanager takes: the claim as the page shows it, its evidence, and links', () => {
    const link = alertPage(alert(), BASE);
    expect(link).toContain('&start=2026-11-20T11:45:00Z&end=2026-11-20T12:00:00Z&asOf=2026-11-20T12:00:00Z&');
    expect(alertmanagerBody([alert()], options)).toEqual([{
      labels: {
        alertname: 'TsdbscopeReplayRunning', code: 'replay-running', panel: 'wal-replay', severity: 'critical',
        target: 'prom:9090', region: 'eu',
      },
      annotations: {
        summary: 'It replays.', description: 'So it says. For long.', link, picture: `${BASE}/embed/t.png`,
        embed: `${BASE}/embed/t`,
      },
      startsAt: '2026-11-20T11:59:00.000Z', endsAt: '2026-11-20T12:04:00.000Z', generatorURL: link,
    }]);
    const page = new URL(link);
    expect(parseUrl(page.pathname.replace('/t', ''), page.search)).toMatchObject({
      page: 'wal-replay', target: 'prom:9090', at: AT / 1000 - 30,
      range: { kind: 'absolute', start: AT / 1000 - 900, end: AT / 1000 },
    });
  });

  it('is version 1 of the webhook', () => {
    const over = alert({ id: 'b', endsMs: AT, picture: null });
    const body = webhookBody([alert(), over], options) as { alerts: { fingerprint: string }[] };
    expect(body).toMatchObject({
      version: '1', status: 'firing', sentAt: '2026-11-20T12:00:00.000Z', externalURL: BASE,
      alerts: [{ status: 'firing', endsAt: null }, { status: 'resolved', endsAt: '2026-11-20T12:00:00.000Z' }],
    });
    expect(body.alerts.map(({ fingerprint }) => /^[0-9a-f]{16}$/.test(fingerprint))).toEqual([true, true]);
    expect(body.alerts[0]?.fingerprint).not.toBe(body.alerts[1]?.fingerprint);
    expect(webhookBody([over], options)).toMatchObject({ status: 'resolved' });
  });

  it('has texts of targets as one bounded line, and no label that is none or ours', () => {
    const nasty = `a\n\u0000\u202Eb\uD800 ${'x'.repeat(1000)}`;
    const labels = alertLabels(alert({
      target: nasty,
      targetLabels: {
        severity: 'none', '__meta': 'x', 'bad-name': 'x', empty: '\n', [`n${'x'.repeat(200)}`]: 'x', job: nasty,
        ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`l${i}`, 'x'])),
      },
    }));
    expect(labels['severity']).toBe('critical');
    expect(labels['exported_severity']).toBe('none');
    expect(Object.keys(labels)).toHaveLength(35);
    for (const name of ['__meta', 'bad-name', 'empty']) expect(labels).not.toHaveProperty(name);
    for (const text of [labels['target'], labels['job']]) {
      expect(text).toMatch(/^a b x+…$/);
      expect(text).toHaveLength(200);
    }
    const [sent] = alertmanagerBody([alert({
      finding: { ...alert().finding, sentence: nasty, evidence: Array.from({ length: 99 }, () => [{ text: nasty }]) },
    })], options) as { annotations: Record<string, string> }[];
    expect(sent?.annotations['summary']).toHaveLength(500);
    expect(sent?.annotations['description']).toHaveLength(2000);
    expect(JSON.stringify(sent)).not.toMatch(/\\[nu]/);
  });

  it('is named by the code of the finding', () => {
    expect(['gc-share', 'cpu_x--y', ''].map(alertName)).toEqual(['TsdbscopeGcShare', 'TsdbscopeCpuXY', 'Tsdbscope']);
  });
});

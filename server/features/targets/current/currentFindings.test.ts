import { afterEach, describe, expect, it } from 'vitest';
import type { PanelFinding, PanelName, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { analysePanels } from '../../../analysis/panels/analyses.ts';
import { findFindings } from '../../../analysis/panels/overview/findings.ts';
import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { ManualClock } from '../../../../testdata/time/manualClock.ts';
import { CurrentFindings } from './currentFindings.ts';
import { panelLevels, targetFigures } from './currentFigures.ts';
import { findingMetrics } from './findingMetrics.ts';

const opened: CurrentFindings[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.stop();
});

const scraper = (name: string, scraped = true): TargetScraper => ({
  config: { name, scrapeTimeoutMs: 1000, scrapeIntervalMs: 1000 },
  view: () => ({ lastScrape: scraped ? {} : null }),
} as unknown as TargetScraper);

function stated(panel: PanelName, severity: Severity, code = `${panel}-${severity}`): PanelFinding {
  return { ...finding({ code, severity, claim: [{ text: 'A claim.' }] }), panel, figures: {} };
}

function rota(live: TargetScraper[], answer: (target: string) => Result<PanelFinding[]>): {
  current: CurrentFindings; asked: string[]; clock: ManualClock;
} {
  const clock = new ManualClock();
  const asked: string[] = [];
  const current = new CurrentFindings({
    targets: { liveScrapers: () => live }, clock, onAsked: () => undefined,
    panels: { findings: ({ target }) => { asked.push(target); return Promise.resolve(answer(target)); } },
  });
  opened.push(current);
  return { current, asked, clock };
}

describe('current findings', () => {
  it('are asked for only while somebody wants them, one target after the other', async () => {
    const { current, asked, clock } = rota([scraper('a'), scraper('b'), scraper('new', false)], () => ok([]));
    await clock.advance(60_000);
    expect(asked).toEqual([]);
    current.want(20_000);
    current.want(20_000);
    await clock.advance(1000);
    expect(asked).toEqual(['a', 'b']);
    expect(current.answers().map(({ target }) => target)).toEqual(['a', 'b']);
    await clock.advance(600_000);
    expect(asked).toEqual(['a', 'b', 'a', 'b']);
    current.want(1000);
    await clock.advance(1000);
    expect(asked).toHaveLength(6);
  });

  it('keep the last answer where the next one fails, and forget a target that left', async () => {
    const live = [scraper('a'), scraper('b')];
    const seen: string[] = [];
    let isBroken = false;
    const answer = (): Result<PanelFinding[]> => (isBroken ? fail('busy', 'later') : ok([stated('memory', 'ok')]));
    const { current, asked, clock } = rota(live, answer);
    current.onAnswer(({ target, findings }) => { seen.push(`${target} ${findings.length}`); });
    current.want(40_000);
    await clock.advance(1000);
    isBroken = true;
    const before = current.answers();
    await clock.advance(16_000);
    expect(asked).toHaveLength(4);
    expect(current.answers()).toEqual(before);
    expect(seen).toEqual(['a 1', 'b 1']);
    live.pop();
    expect(current.answers()).toHaveLength(1);
    await clock.advance(16_000);
    live.push(scraper('b'));
    expect(current.answers().map(({ target }) => target)).toEqual(['a']);
  });
});

describe('what metrics have of findings', () => {
  it('the worst of each panel, the first of equal ones, and nothing where nothing is known', () => {
    expect(panelLevels([
      stated('scrapes', 'critical', 'down'), stated('scrapes', 'critical', 'other'), stated('gc-cpu', 'unknown'),
      stated('memory', 'unknown'), stated('memory', 'info', 'note'), stated('compaction', 'ok', 'fine'),
    ])).toEqual([
      { panel: 'compaction', level: 0, code: 'fine' }, { panel: 'memory', level: 1, code: 'note' },
      { panel: 'scrapes', level: 3, code: 'down' },
    ]);
  });

  it('figures have the names that panels give them', () => {
    const window = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
    const answers = analysePanels(window, {
      stepMs: null, facts: {}, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
    });
    const answer = { target: 'a', atMs: window.endMs, findings: findFindings(answers) };
    const { compaction: { next }, scrapes: { gaps }, 'gc-cpu': { gcCpuShareRatio } } = answers;
    const figures = targetFigures(answer, window.endMs);
    expect(figures).toMatchObject({ gaps: gaps.length, gcCpuRatio: gcCpuShareRatio });
    expect(gcCpuShareRatio).toBeGreaterThan(0);
    expect(figures.nextCompactionSeconds).toBeCloseTo((next?.time ?? NaN) - window.endMs / 1000, 3);
    expect(targetFigures(answer, window.endMs + 3_600_000).nextCompactionSeconds).toBe(0);
    for (const key of ['timeLeftSeconds', 'longestGapSeconds'])
      expect(answer.findings.some(({ figures: named }) => key in named)).toBe(true);
    const replay = { ...stated('wal-replay', 'warning'), figures: { timeLeftSeconds: 90 } };
    expect(targetFigures({ target: 'a', atMs: 0, findings: [replay] }, 30_000)).toMatchObject({
      replayLeftSeconds: 60, gaps: null, gcCpuRatio: null,
    });
  });

  it('rule groups and scrape jobs that make CPU spikes, those that cannot be distinguished together', () => {
    const shared = { files: ['/r.yml', '/r.yml'], periodSeconds: 30, shareRatio: 0.6, coreSeconds: 2.4 };
    const spikes: PanelFinding = {
      ...stated('gc-cpu', 'info', 'cpu-spikes'), makers: [
        { ...shared, kind: 'rule-group', names: ['node', 'kubelet'] },
        { ...shared, kind: 'scrape-job', names: ['cadvisor'], files: [null], shareRatio: null },
      ],
    };
    const rows = findingMetrics([{ target: 'a', atMs: 0, findings: [spikes] }], 1000)
      .flatMap(({ name, rows: each }) => each.map((row) => [name, ...row]));
    expect(rows.slice(-4)).toEqual([
      ['tsdbscope_target_rule_group_core_seconds', 2.4, { target: 'a', rule_group: '/r.yml;node + /r.yml;kubelet' }],
      ['tsdbscope_target_rule_group_spike_cpu_ratio', 0.6, { target: 'a', rule_group: '/r.yml;node + /r.yml;kubelet' }],
      ['tsdbscope_target_scrape_job_core_seconds', 2.4, { target: 'a', job: 'cadvisor' }],
      ['tsdbscope_target_scrape_job_spike_cpu_ratio', 0, { target: 'a', job: 'cadvisor' }],
    ]);
  });

  it('is absent where nothing is known, and where it is older than 5 minutes; its age never is', () => {
    const gc = { ...stated('gc-cpu', 'critical'), figures: { gcShareOfProcessCpuRatio: 0.25 } };
    const rows = findingMetrics([
      { target: 'a', atMs: 280_000, findings: [gc, stated('memory', 'unknown')] },
      { target: 'old', atMs: -1000, findings: [gc] },
    ], 300_000);
    expect(rows.flatMap(({ name, rows: each }) => each.map((row) => [name, ...row]))).toEqual([
      ['tsdbscope_findings_age_seconds', 20, { target: 'a' }],
      ['tsdbscope_findings_age_seconds', 301, { target: 'old' }],
      ['tsdbscope_finding_severity', 3, { target: 'a', panel: 'gc-cpu' }],
      ['tsdbscope_finding_info', 1, { target: 'a', panel: 'gc-cpu', code: 'gc-cpu-critical' }],
      ['tsdbscope_target_gc_cpu_ratio', 0.25, { target: 'a' }],
    ]);
  });
});

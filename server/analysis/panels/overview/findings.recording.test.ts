import { describe, expect, it } from 'vitest';
import type { PanelByName, PanelFinding } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../../../testdata/goldenFindings.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../../../core/panels.ts';
import { analysePanels } from '../analyses.ts';
import { oneScrapeFinding } from './oneScrape.ts';
import { findFindings } from './findings.ts';

function answersOf(window: RoleWindow, timeoutSeconds: number | null = 1): PanelByName {
  return analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds, inputs: NO_INPUTS,
  });
}

const stepsOf = (findings: PanelFinding[]): string =>
  findings.flatMap(({ actions }) => actions).map(({ step }) => step).join(' | ');

const loaded = roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0');
const load = answersOf(loaded);
/** Answers with slow scrapes twice as long: the slowest took 0.4 s instead of 0.2. */
const slower = answersOf({
  ...loaded,
  scrapes: {
    ...loaded.scrapes, durationSeconds: loaded.scrapes.durationSeconds.map((took) => (took >= 0.05 ? 2 * took : took)),
  },
});

describe('the load recording', () => {
  const findings = findFindings(load);

  it('says that GC cycles slow scrapes where that matters, and shows the slowest one that met a cycle', () => {
    // The slowest took 0.2 s of 1 s.
    expect(findings.map(({ code }) => code)).not.toContain('gc-slows-scrapes');
    const gc = findFindings(slower).find(({ code }) => code === 'gc-slows-scrapes');
    expect(gc).toMatchObject({ panel: 'scrapes', severity: 'info', restsOn: ['scrapes', 'gc-cpu'] });
    if (gc === undefined) throw new Error('It is not said.');
    const half = load.scrapes.durationSeconds.p50;
    expect(quantitiesOf(gc)).toEqual([6, 6, 15, 0.6, 4, 12, 0.3, expect.any(Number), half, 33, 0.65]);
    expect(timesOf(gc)).toEqual([gc.moment]);
    expectGolden('overview', 'load: GC slows scrapes', gc);
    const { points, cycles } = slower.scrapes;
    const at = points.time.indexOf(gc.moment ?? NaN);
    expect(points.durationSeconds[at]).toBeGreaterThan(10 * (load.scrapes.durationSeconds.p50 ?? Infinity));
    expect(cycles.some(({ time }) => Math.abs(time - (gc.moment ?? NaN)) < 2)).toBe(true);
  });

  it('says that compactions make the CPU spikes, and links the dearest', () => {
    const spikes = findings.find(({ code }) => code === 'compaction-spikes');
    if (spikes === undefined) throw new Error('It is not said.');
    const [multiple, compactions, each, ...more] = quantitiesOf(spikes);
    expect(multiple).toBeCloseTo(load.compaction.multiples.cpu ?? NaN, 1);
    expect(each).toBe(spikes.figures['coreSecondsEach']);
    expect([compactions, ...more.slice(0, 3)]).toEqual([10, 0.67, 0.16]);
    expectGolden('overview', 'load: compactions cause the spikes', spikes);
    const dearest = load.compaction.compactions.toSorted(
      (a, b) => (b.cpuCoreSecondsAboveQuiet ?? 0) - (a.cpuCoreSecondsAboveQuiet ?? 0)
    )[0];
    expect(spikes.moment).toBe(dearest?.start);
  });

  it('proposes GOGC with this target’s own figures, and says the risk of every step', () => {
    const all = findFindings(slower);
    expect(stepsOf(all)).toMatch(/Set GOGC=200 \(now 100\)/);
    for (const step of all.flatMap(({ actions }) => actions)) {
      expect(step.why).not.toBe('');
      expect(step.risk).not.toBe('');
    }
  });

  it.each(PANEL_NAMES)('one scrape alone says what it cannot show of %s', (panel) => {
    expectGolden(
      'overview', `one scrape: ${panel}`,
      oneScrapeFinding(panel, { finding: finding({ code: 'x', severity: 'unknown', claim: [] }), figures: [] })
    );
    expect(oneScrapeFinding(panel, load.scrapes)).toBe(load.scrapes.finding);
  });

  it('one scrape alone says how much memory there is', () => {
    const startMs = loadRecording(recordings.load).scrapes.startMs[300] ?? NaN;
    const recording = loadRecording(recordings.load, { startMs, endMs: startMs + 1 });
    expect(recording.scrapes.length).toBe(1);
    const one = answersOf(roleWindow(recording, 'prometheus', '2.42.0'));
    expectGolden('overview', 'one scrape: levels of memory', oneScrapeFinding('memory', one.memory));
  });

  it('has a finding of every panel, worst first, causes before symptoms', () => {
    const ranks = findings.map(({ severity }) => ['critical', 'warning', 'unknown', 'info', 'ok'].indexOf(severity));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(findings.map(({ panel }) => panel))).toEqual(new Set(PANEL_NAMES));
    const infos = findings.filter(({ severity }) => severity === 'info');
    expect(infos[0]?.restsOn).toBeDefined();
  });
});

describe('the recording under a CPU quota', () => {
  const findings = findFindings(answersOf(roleWindow(loadRecording(recordings.cpuLimit), 'prometheus', '2.42.0')));

  it('says that CPU is short, how many slow scrapes fall into it, and what was lost', () => {
    const starved = findings.find(({ code }) => code === 'cpu-limited');
    if (starved === undefined) throw new Error('It is not said.');
    expect(starved.figures['ceilingCores']).toBeCloseTo(0.35, 1);
    expect(starved.figures['slowScrapesCount']).toBe(20);
    expect(quantitiesOf(starved)).toEqual(expect.arrayContaining([starved.figures['ceilingCores'], 20]));
    expect(Math.abs((starved.figures['slowScrapesByChanceCount'] ?? NaN) - 4)).toBeLessThanOrEqual(1);
    expectGolden('overview', 'CPU quota', starved);
    expect(starved.restsOn).toContain('gc-cpu');
    expect(stepsOf(findings)).toMatch(/Raise the scrape timeout .*Raise its CPU limit/);
  });
});

describe('the recording of a quota that requests and the GC cycles they bring on use up', () => {
  const answers = answersOf(roleWindow(loadRecording(recordings.quota), 'prometheus', '2.42.0'));
  const causes = findFindings(answers).filter(({ restsOn, code }) => restsOn !== undefined && code !== 'cpu-spikes');

  it('names the CPU limit alone, and GC as what helps to fill it', () => {
    expect(answers.scrapes.causes.map(({ cause }) => cause)).toEqual(['cpu', 'gc']);
    expect(causes.map(({ code }) => code)).toEqual(['cpu-limited']);
    const [limited] = causes;
    if (limited === undefined) throw new Error('It is not said.');
    expect(limited.figures['ceilingCores']).toBeCloseTo(0.12, 2);
    expect(quantitiesOf(limited)).toEqual(expect.arrayContaining([7, 7]));
    expectGolden('overview', 'CPU quota with GC cycles in it', limited);
  });
});

describe('the recording of a restart', () => {
  const part = loadRecording(recordings.walReplay, { endMs: 1_795_193_620_000 });
  const findings = findFindings(answersOf(roleWindow(part, 'prometheus', '2.42.0')));

  it('asks to let the replay run', () => {
    expect(findings.find(({ panel }) => panel === 'wal-replay')?.actions[0]?.step).toMatch(/^Let it run/);
  });
});

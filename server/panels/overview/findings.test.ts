import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../core/elementAt.ts';
import type {
  GcWhatIfRow, OverlapTest, PanelByName, PanelFinding, ScrapeCause, ScrapeGap, ScrapesPanel,
} from '../../../core/contract/contract.ts';
import { finding } from '../../../core/finding.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { roleWindow } from '../../metrics/roles.ts';
import { expectGolden, quantitiesOf, timesOf } from '../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../../core/panels.ts';
import { analysePanels } from '../analyses.ts';
import { oneScrapeFinding } from './oneScrape.ts';
import { figureKey, findFindings } from './findings.ts';

function answersOf(window: RoleWindow, timeoutSeconds: number | null = 1): PanelByName {
  return analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds, inputs: NO_INPUTS,
  });
}

const ofSeveral = (findings: PanelFinding[]): PanelFinding[] => findings.filter(({ restsOn }) => restsOn !== undefined);
const stepsOf = (findings: PanelFinding[]): string =>
  findings.flatMap(({ actions }) => actions).map(({ step }) => step).join(' | ');

const load = answersOf(roleWindow(loadRecording(recordings.load), 'prometheus', '2.42.0'));
const minutes = 20;
/** Ten minutes in which nothing happens: steady CPU and memory, every scrape in 4 ms. */
const quiet = answersOf(handMadeWindow({ roles: {
  cpuSeconds: Array.from({ length: minutes * 60 }, (_, i) => 0.2 * i),
  residentBytes: Array.from({ length: minutes * 60 }, () => 500e6),
  processStartSeconds: Array.from({ length: minutes * 60 }, () => 1_700_000_000),
} }));

describe('the load recording', () => {
  const findings = findFindings(load);

  it('says that GC cycles slow scrapes, and shows the slowest one that met a cycle', () => {
    const gc = findings.find(({ code }) => code === 'gc-slows-scrapes');
    expect(gc).toMatchObject({ panel: 'scrapes', severity: 'info', restsOn: ['scrapes', 'gc-cpu'] });
    if (gc === undefined) throw new Error('It is not said.');
    const half = load.scrapes.durationSeconds.p50;
    expect(quantitiesOf(gc)).toEqual([6, 6, 0.6, 4, 12, 0.3, expect.any(Number), half, 37, 0.65]);
    expect(timesOf(gc)).toEqual([gc.moment]);
    expectGolden('overview', 'load: GC slows scrapes', gc);
    const { points, cycles } = load.scrapes;
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
    expect(stepsOf(findings)).toMatch(/Set GOGC=200 \(now 100\)/);
    for (const step of findings.flatMap(({ actions }) => actions)) {
      expect(step.why).not.toBe('');
      expect(step.risk).not.toBe('');
    }
  });

  it.each(PANEL_NAMES)('one scrape alone says what it cannot show of %s', (panel) => {
    expectGolden(
      'overview', `one scrape: ${panel}`,
      oneScrapeFinding(panel, finding({ code: 'x', severity: 'unknown', claim: [] }))
    );
    expect(oneScrapeFinding(panel, load.scrapes.finding)).toBe(load.scrapes.finding);
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
    expect(starved.figures['slowScrapesCount']).toBe(18);
    expect(quantitiesOf(starved)).toEqual(expect.arrayContaining([starved.figures['ceilingCores'], 18]));
    expect(Math.abs((starved.figures['slowScrapesByChanceCount'] ?? NaN) - 4)).toBeLessThanOrEqual(1);
    expectGolden('overview', 'CPU quota', starved);
    expect(starved.restsOn).toContain('gc-cpu');
    expect(stepsOf(findings)).toMatch(/Raise the scrape timeout .*Raise its CPU limit/);
  });
});

describe('the recording of a restart', () => {
  const part = loadRecording(recordings.walReplay, { endMs: 1_795_193_620_000 });
  const findings = findFindings(answersOf(roleWindow(part, 'prometheus', '2.42.0')));

  it('asks to let the replay run', () => {
    expect(findings.find(({ panel }) => panel === 'wal-replay')?.actions[0]?.step).toMatch(/^Let it run/);
  });
});

describe('without enough data', () => {
  it('an empty window gives no rule and no all-clear', () => {
    const findings = findFindings(answersOf(handMadeWindow({ roles: {} })));
    expect(ofSeveral(findings)).toEqual([]);
    expect(findings.filter(({ severity }) => severity === 'unknown').length).toBeGreaterThanOrEqual(3);
  });

  it('five scrapes give none either, however slow', () => {
    const findings = findFindings(
      answersOf(handMadeWindow({ roles: { cpuSeconds: [0, 1, 2, 3, 4] }, durationSeconds: [0.9, 0.9, 0.9, 0.9, 0.9] }))
    );
    expect(ofSeveral(findings)).toEqual([]);
    expect(findings.map(({ severity }) => severity)).not.toContain('critical');
  });

  it('a quiet window gives no rule and no step', () => {
    const findings = findFindings(quiet);
    expect(ofSeveral(findings)).toEqual([]);
    expect(stepsOf(findings)).toBe('');
  });
});

describe('rules, by hand', () => {
  const met = (
    cause: string, pValue: number | null
  ): OverlapTest => ({ cause, overlapping: 30, expected: 3, expectedHigh: 7, pValue, windowRatio: 0.05, sentence: '' });
  const explaining = (...tests: OverlapTest[]): Pick<ScrapesPanel, 'overlapTests' | 'causes'> => ({
    overlapTests: tests,
    causes: tests.filter(({ pValue }) => (pValue ?? 1) < 0.01).map((test): ScrapeCause => ({
      ...test, coverageRatio: 0.9, explainedRatio: 0.8, isStanding: false, parts: [], detail: [],
    })),
  });
  const gap = (cause: string, start: number, scrapesMissed: number): ScrapeGap => (
    {
      start, end: start + scrapesMissed, cause, sentence: '', scrapesMissed, timedOut: scrapesMissed, skipped: 0,
      overlaps: [], parts: [],
    }
  );
  const row = (gogcPercent: number, current: boolean, cores: number): GcWhatIfRow => (
    {
      gogcPercent, current, cores, memoryLimitBytes: null, heapGoalBytes: gogcPercent * 1e7, residentBytes: null,
      periodSeconds: gogcPercent, lowCores: cores, highCores: cores, thrashing: false,
    }
  );
  const { scrapes, memory, compaction } = quiet;
  const gc = quiet['gc-cpu'];

  it('a cycle that cost scrapes is a warning that names it', () => {
    const findings = findFindings({
      ...quiet,
      scrapes: {
        ...scrapes, ...explaining(met('gc', 0.001)),
        gaps: [gap('gc', 1_800_000_131, 2), gap('gc', 1_800_000_031, 1), gap('down', 1_800_000_400, 9)],
      },
    });
    expect(ofSeveral(findings))
      .toMatchObject([{ severity: 'warning', time: 1_800_000_131, figures: { scrapesLostCount: 3 } }]);
    const [warned] = ofSeveral(findings);
    expect(warned?.claim).toEqual(expect.arrayContaining([{ time: 1_800_000_131 }, { quantity: 3, unit: 'count' }]));
    if (warned !== undefined) expectGolden('overview', 'a cycle that cost scrapes', warned);
  });

  it('what chance may bring is no finding', () => {
    for (const pValue of [0.02, null]) expect(
      ofSeveral(
        findFindings(
          {
            ...quiet,
            scrapes: { ...scrapes, ...explaining(met('gc', pValue), met('compaction', pValue), met('cpu', pValue)) },
          }
        )
      )
    ).toEqual([]);
  });

  it('cycles that crowd into compactions are not blamed for what those do', () => {
    const apart = (
      overlapping: number, pValue: number
    ) => ({ ...met('gc', 0.001), outsideCompactions: { slow: 20, overlapping, expected: 0.6, pValue } });
    const found = (tests: OverlapTest[]) =>
      ofSeveral(findFindings({ ...quiet, scrapes: { ...scrapes, ...explaining(...tests) } }))
      .find(({ code }) => code === 'gc-slows-scrapes');
    expect(found([apart(1, 0.3), met('compaction', 0.001)])).toBeUndefined();
    const both = found([apart(9, 0.001), met('compaction', 0.001)]);
    expect(both === undefined ? [] : quantitiesOf(both)).toEqual(expect.arrayContaining([9, 20, 0.6]));
    expect(found([apart(1, 0.3), met('compaction', 0.3)])).toBeDefined();
  });

  it('CPU at its ceiling that keeps compactions from keeping up', () => {
    const findings = findFindings({
      ...quiet, compaction: { ...compaction, keepingUp: { verdict: 'falling-behind', sentence: '' } },
      scrapes: {
        ...scrapes,
        cpuCeiling: { cores: 2, basis: '', isPlateau: true, spans: [{ start: 1_800_000_100, end: 1_800_000_400 }] },
      },
    });
    expect(ofSeveral(findings))
      .toMatchObject([{ severity: 'warning', time: 1_800_000_100, restsOn: ['scrapes', 'gc-cpu', 'compaction'] }]);
    const [limited] = ofSeveral(findings);
    if (limited === undefined) throw new Error('It is not said.');
    expect(quantitiesOf(limited).slice(0, 2)).toEqual([2, 0.25]);
    expectGolden('overview', 'CPU ceiling, compactions behind', limited);
  });

  it('a plateau of CPU that delays nothing is not a finding, but reaching GOMAXPROCS is', () => {
    const at = (isPlateau: boolean) => ofSeveral(
      findFindings({
        ...quiet,
        scrapes: {
          ...scrapes,
          cpuCeiling: { cores: 2, basis: '', isPlateau, spans: [{ start: 1_800_000_100, end: 1_800_000_400 }] },
        },
      })
    );
    expect(at(true)).toEqual([]);
    expect(at(false)).toMatchObject([{ severity: 'info' }]);
  });

  it('memory with room now and none for a compaction, or a start', () => {
    const one = { ...elementAt(load.compaction.compactions, 0), rssRiseBytes: 300e6 };
    const limited = { ...memory, limitBytes: 700e6 };
    const findings = findFindings({ ...quiet, memory: limited, compaction: { ...compaction, compactions: [one] } });
    expect(ofSeveral(findings))
      .toMatchObject([{ panel: 'memory', severity: 'critical', restsOn: ['memory', 'compaction'] }]);
    const [short] = ofSeveral(findings);
    if (short === undefined) throw new Error('It is not said.');
    expect(quantitiesOf(short)).toEqual([1.14, 700e6, 0.71, 300e6, 1.14]);
    expectGolden('overview', 'memory short for a compaction', short);
    const start = findFindings({
      ...quiet, memory: limited,
      'wal-replay': {
        ...quiet['wal-replay'], state: 'done',
        memory: { ...quiet['wal-replay'].memory, limitBytes: 700e6, projectedPeakBytes: 600e6, risk: 'low' },
      },
    });
    expect(ofSeveral(start)).toMatchObject([{ severity: 'warning', restsOn: ['memory', 'wal-replay'] }]);
    expect(stepsOf(ofSeveral(start))).toMatch(/Stop scrapes/);
    if (ofSeveral(start)[0] !== undefined)
      expectGolden('overview', 'memory short for a start', elementAt(ofSeveral(start), 0));
    expect(
      ofSeveral(
        findFindings(
          { ...quiet, memory: { ...memory, limitBytes: 5e9 }, compaction: { ...compaction, compactions: [one] } }
        )
      )
    ).toEqual([]);
  });

  it('two-minute spikes are Go’s forced cycles only where CPU follows them', () => {
    const cpuLink = { side: 'cpu' as const, name: 'CPU', linked: true, correlation: gc.correlation, from: [] };
    const forced = { ...gc, gaps: { ...gc.gaps, verdict: 'forced' as const, forcedShareRatio: 0.9 } };
    const found = (linked: boolean) =>
      findFindings({ ...quiet, 'gc-cpu': { ...forced, links: [{ ...cpuLink, linked }] } })
      .find(({ code }) => code === 'gc-forced-cycles');
    const said = found(true);
    expect(said === undefined ? [] : quantitiesOf(said)).toEqual([0.9]);
    if (said !== undefined) expectGolden('overview', 'forced cycles', said);
    expect(found(false)).toBeUndefined();
  });

  it('GOGC is proposed only where the what-if gains', () => {
    const heavy = { ...gc, finding: { ...gc.finding, severity: 'warning' as const } };
    const whatIf = (rows: GcWhatIfRow[]) => (
      {
        liveHeapBytes: 1e9, allocBytesPerSecond: 1e7, coreSecondsPerCycle: 1, gogcPercent: 100,
        gogcSource: 'api' as const, memoryLimitBytes: null, byGogc: rows, byMemoryLimit: [], assumptions: [],
      }
    );
    expect(
      stepsOf(
        findFindings({ ...quiet, 'gc-cpu': { ...heavy, whatIf: whatIf([row(100, true, 0.4), row(200, false, 0.2)]) } })
      )
    ).toMatch(/Set GOGC=200/);
    expect(
      stepsOf(
        findFindings({
          ...quiet,
          'gc-cpu': { ...heavy, whatIf: whatIf([row(100, true, 0.4), { ...row(200, false, 0.2), thrashing: true }]) },
        })
      )
    ).not.toMatch(/GOGC=/);
    expect(
      stepsOf(findFindings({ ...quiet, 'gc-cpu': { ...heavy, limiter: { state: 'alarm', sentence: 'x', time: 1 } } }))
    ).toMatch(/^Raise GOMEMLIMIT/);
  });

  it('for a target that never answered, checks its address first and says nothing of replay or memory', () => {
    const scrapes = {
      ...quiet.scrapes, scrapes: { total: 5, failed: 5, timedOut: 0, skipped: 0 },
      finding: finding({ code: 'x', severity: 'critical', claim: [], moment: 1 }),
      gaps: [
        {
          start: 1, end: 6, cause: 'down' as const, sentence: '', scrapesMissed: 5, timedOut: 0, skipped: 0,
          overlaps: [], parts: [],
        },
      ],
    };
    const replay = { ...quiet['wal-replay'], finding: finding({ code: 'x', severity: 'unknown', claim: [] }) };
    expect(stepsOf(findFindings({ ...quiet, scrapes, 'wal-replay': replay })))
      .toMatch(/^Check that its address is right[^|]*\| Read its log[^|]*$/);
  });

  it('starts that died ask for their log first', () => {
    const died = { start: 1, end: 2, ready: false, segments: null, peakRssBytes: null };
    const findings = findFindings({
      ...quiet,
      'wal-replay': {
        ...quiet['wal-replay'], state: 'done', finding: finding({ code: 'x', severity: 'warning', claim: [] }),
        earlier: [{ ...load['wal-replay'].earlier[0], ...died }],
      },
    });
    expect(findings.find(({ panel }) => panel === 'wal-replay')?.actions[0]?.step).toMatch(/^Read its log/);
  });

  it('a start that is gone is not asked to be left running, and one with a damaged log sends to its disk', () => {
    const replay = quiet['wal-replay'];
    const gone = { name: 'unreachable' as const, start: 5, end: null, durationSeconds: 9, segments: null };
    const steps = (more: Partial<typeof replay>) => findFindings({ ...quiet, 'wal-replay': { ...replay, ...more } })
      .find(({ panel }) => panel === 'wal-replay')?.actions.map(({ step }) => step).join(' ');
    expect(
      steps({ state: 'replaying', phases: [gone], finding: finding({ code: 'x', severity: 'critical', claim: [] }) })
    ).toMatch(/^Read its log(?!.*Let it run)/);
    expect(
      steps({
        state: 'done', figures: [{ name: 'Segments given up as damaged', value: 7, unit: 'count', from: [] }],
        finding: finding({ code: 'x', severity: 'warning', claim: [] }),
      })
    ).toMatch(/^Look for what damaged its WAL/);
  });
});

it('a figure’s key is its name in camel case with its unit', () => {
  expect(figureKey({ name: 'GC CPU', unit: 'cores' })).toBe('gcCpuCores');
  expect(figureKey({ name: 'Block range', unit: 'seconds' })).toBe('blockRangeSeconds');
});

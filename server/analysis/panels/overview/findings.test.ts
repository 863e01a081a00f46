import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../core/elementAt.ts';
import type {
  GcWhatIfRow, OverlapTest, PanelByName, PanelFinding, ScrapeCause, ScrapeGap, ScrapesPanel,
} from '../../../../core/contract/contract.ts';
import { finding, statements } from '../../../../core/finding.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { analysePanels } from '../analyses.ts';
import { overlapParts } from '../scrapes/scrapeChance.ts';
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
/** Ten quiet minutes: steady CPU and memory, every scrape in 4 ms. */
const quiet = answersOf(handMadeWindow({ roles: {
  cpuSeconds: Array.from({ length: minutes * 60 }, (_, i) => 0.2 * i),
  residentBytes: Array.from({ length: minutes * 60 }, () => 500e6),
  processStartSeconds: Array.from({ length: minutes * 60 }, () => 1_700_000_000),
} }));

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
      ...test, coverageRatio: 0.9, explainedRatio: 0.8, isStanding: false, detail: [],
      parts: overlapParts(test, 34, 'it'),
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

  it('causes of one severity come in the order in which the Scrapes panel ranks them', () => {
    const ranked = (...causes: string[]): string[] => ofSeveral(findFindings({
      ...quiet, scrapes: { ...scrapes, ...explaining(...causes.map((cause) => met(cause, 0.001))) },
    })).map(({ code }) => code);
    expect(ranked('queries', 'fsync')).toEqual(['queries-slow-scrapes', 'fsync-slows-scrapes']);
    expect(ranked('fsync', 'queries')).toEqual(['fsync-slows-scrapes', 'queries-slow-scrapes']);
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

  it('a limit that held all of the window has no p-value, and none is made up', () => {
    const test = { ...met('cpu', null), windowRatio: 1 };
    const [cause] = explaining(met('cpu', 0.001)).causes;
    const [limited] = ofSeveral(findFindings({
      ...quiet,
      scrapes: {
        ...scrapes, overlapTests: [test], causes: cause === undefined ? [] : [{ ...cause, ...test, isStanding: true,
          parts: overlapParts(test, 34, 'the CPU limit') }],
        cpuCeiling: { cores: 2, basis: '', isPlateau: false, spans: [{ start: 1_800_000_000, end: 1_800_001_200 }] },
      },
    }));
    if (limited === undefined) throw new Error('It is not said.');
    expect(statements(limited)).toContain(
      '30 of 34 slow or lost scrapes overlap the CPU limit, which held all of the window.'
    );
    expect(statements(limited).join(' ')).not.toMatch(/p [=<]|by chance/);
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
    const gaps = { ...gc.gaps, verdict: 'forced' as const, forcedShareRatio: 0.9 };
    const ofGc = load['gc-cpu'].spikes.spikes.filter(({ cause }) => cause === 'gc');
    const found = (linked: boolean, spikes = ofGc) => findFindings({
      ...quiet, 'gc-cpu': { ...gc, gaps, spikes: { ...gc.spikes, spikes }, links: [{ ...cpuLink, linked }] },
    }).find(({ code }) => code === 'gc-forced-cycles');
    const said = found(true);
    expect(said === undefined ? [] : quantitiesOf(said)).toEqual([0.9]);
    if (said !== undefined) expectGolden('overview', 'forced cycles', said);
    expect(found(false)).toBeUndefined();
    expect(found(true, [])).toBeUndefined();
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

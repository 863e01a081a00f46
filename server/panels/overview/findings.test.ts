import { describe, expect, it } from 'vitest';
import type { GcWhatIfRow, OverlapTest, PanelByName, PanelFinding, ScrapeGap } from '../../../core/contract/contract.ts';
import type { RoleWindow } from '../../metrics/roleNames.ts';
import { roleWindow } from '../../metrics/roles.ts';
import { handMadeWindow } from '../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../testdata/loadRecording.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../../core/panels.ts';
import { analysePanels } from '../analyses.ts';
import { figureKey, findFindings } from './findings.ts';

function answersOf(window: RoleWindow, timeoutSeconds: number | null = 1): PanelByName {
  return analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds, inputs: NO_INPUTS,
  });
}

const ofSeveral = (findings: PanelFinding[]): PanelFinding[] => findings.filter(({ restsOn }) => restsOn !== undefined);
const stepsOf = (findings: PanelFinding[]): string => findings.flatMap(({ steps }) => steps ?? []).map(({ step }) => step).join(' | ');

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
    const gc = findings.find(({ sentence }) => sentence.startsWith('GC cycles slow scrapes'));
    expect(gc).toMatchObject({ panel: 'scrapes', severity: 'info', restsOn: ['scrapes', 'gc-cpu'] });
    expect(gc?.sentence).toMatch(/25 slow or lost scrapes \(chance gives 2\.6, p < 0\.001\) meet one; outside compactions 13 of 44 do \(chance gives 1\.1\); at 16:\d\d:\d\d UTC one took \d+ ms where half take 3 ms; one cycle every 37 s; they explain 65 % of CPU variance/);
    const { points, cycles } = load.scrapes;
    const at = points.time.indexOf(gc?.time ?? NaN);
    expect(points.durationSeconds[at]).toBeGreaterThan(10 * (load.scrapes.durationSeconds.p50 ?? Infinity));
    expect(cycles.some(({ time }) => Math.abs(time - (gc?.time ?? NaN)) < 2)).toBe(true);
  });

  it('says that compactions make the CPU spikes, and links the dearest', () => {
    const spikes = findings.find(({ sentence }) => sentence.startsWith('Compactions make the CPU spikes'));
    expect(spikes?.sentence).toMatch(/5\.\dx the quiet level in 10 compactions, \d\.\d core-s a piece; they explain 67 % of CPU variance, GC 16 % beyond that; 15 slow/);
    const dearest = load.compaction.compactions.toSorted((a, b) => (b.cpuCoreSecondsAboveQuiet ?? 0) - (a.cpuCoreSecondsAboveQuiet ?? 0))[0];
    expect(spikes?.time).toBe(dearest?.start);
  });

  it('proposes GOGC with this target’s own figures, and says the risk of every step', () => {
    expect(stepsOf(findings)).toMatch(/Set GOGC=200 \(now 100\)/);
    for (const step of findings.flatMap(({ steps }) => steps ?? [])) {
      expect(step.why).not.toBe('');
      expect(step.risk).not.toBe('');
    }
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
    const starved = findings.find(({ sentence }) => sentence.startsWith('CPU stands at its ceiling'));
    expect(starved?.sentence).toMatch(/ceiling of 0\.3\d cores for \d+ % of the time; 18 slow or lost scrapes \(chance gives [34]\.\d, p (<|=) 0\.00\d\) fall into it/);
    expect(starved?.restsOn).toContain('gc-cpu');
    expect(stepsOf(findings)).toMatch(/Raise the time-out .*Raise its CPU limit/);
  });
});

describe('the recording of a restart', () => {
  const part = loadRecording(recordings.walReplay, { endMs: 1_795_193_620_000 });
  const findings = findFindings(answersOf(roleWindow(part, 'prometheus', '2.42.0')));

  it('asks to let the replay run', () => {
    expect(findings.find(({ panel }) => panel === 'wal-replay')?.steps?.[0]?.step).toMatch(/^Let it run/);
  });
});

describe('without enough data', () => {
  it('an empty window gives no rule and no all-clear', () => {
    const findings = findFindings(answersOf(handMadeWindow({ roles: {} })));
    expect(ofSeveral(findings)).toEqual([]);
    expect(findings.filter(({ severity }) => severity === 'unknown').length).toBeGreaterThanOrEqual(3);
  });

  it('five scrapes give none either, however slow', () => {
    const findings = findFindings(answersOf(handMadeWindow({ roles: { cpuSeconds: [0, 1, 2, 3, 4] }, durationSeconds: [0.9, 0.9, 0.9, 0.9, 0.9] })));
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
  const met = (cause: string, pValue: number | null): OverlapTest => ({ cause, overlapping: 30, expected: 3, expectedHigh: 7, pValue, windowRatio: 0.05, sentence: '' });
  const gap = (cause: string, start: number, scrapesMissed: number): ScrapeGap => ({ start, end: start + scrapesMissed, cause, sentence: '', scrapesMissed, timedOut: scrapesMissed, skipped: 0, overlaps: [] });
  const row = (gogcPercent: number, current: boolean, cores: number): GcWhatIfRow => ({ gogcPercent, current, cores, memoryLimitBytes: null, heapGoalBytes: gogcPercent * 1e7, residentBytes: null, periodSeconds: gogcPercent, lowCores: cores, highCores: cores, thrashing: false });
  const { scrapes, memory, compaction } = quiet;
  const gc = quiet['gc-cpu'];

  it('a cycle that cost scrapes is a warning that names it', () => {
    const findings = findFindings({ ...quiet, scrapes: { ...scrapes, overlapTests: [met('gc', 0.001)], gaps: [gap('gc', 1_800_000_131, 2), gap('gc', 1_800_000_031, 1), gap('down', 1_800_000_400, 9)] } });
    expect(ofSeveral(findings)).toMatchObject([{ severity: 'warning', time: 1_800_000_131, figures: { scrapesLostCount: 3 } }]);
    expect(ofSeveral(findings)[0]?.sentence).toContain('the one at 08:02:11 UTC cost 3 scrapes');
  });

  it('what chance may bring is no finding', () => {
    for (const pValue of [0.02, null]) expect(ofSeveral(findFindings({ ...quiet, scrapes: { ...scrapes, overlapTests: [met('gc', pValue), met('compaction', pValue), met('cpu', pValue)] } }))).toEqual([]);
  });

  it('cycles that crowd into compactions are not blamed for what those do', () => {
    const apart = (overlapping: number, pValue: number) => ({ ...met('gc', 0.001), outsideCompactions: { slow: 20, overlapping, expected: 0.6, pValue } });
    const sentences = (tests: OverlapTest[]): string => ofSeveral(findFindings({ ...quiet, scrapes: { ...scrapes, overlapTests: tests } })).map(({ sentence }) => sentence).join();
    expect(sentences([apart(1, 0.3), met('compaction', 0.001)])).not.toContain('GC cycles slow scrapes');
    expect(sentences([apart(9, 0.001), met('compaction', 0.001)])).toMatch(/GC cycles slow scrapes: .* outside compactions 9 of 20 do \(chance gives 0\.6\)/);
    expect(sentences([apart(1, 0.3), met('compaction', 0.3)])).toContain('GC cycles slow scrapes');
  });

  it('CPU at its ceiling that keeps compactions from keeping up', () => {
    const findings = findFindings({
      ...quiet, compaction: { ...compaction, keepingUp: { verdict: 'falling-behind', sentence: '' } },
      scrapes: { ...scrapes, cpuCeiling: { cores: 2, basis: '', isPlateau: true, spans: [{ start: 1_800_000_100, end: 1_800_000_400 }] } },
    });
    expect(ofSeveral(findings)).toMatchObject([{ severity: 'warning', time: 1_800_000_100, restsOn: ['scrapes', 'gc-cpu', 'compaction'] }]);
    expect(ofSeveral(findings)[0]?.sentence).toBe('CPU stands at its ceiling of 2.0 cores for 25 % of the time; compactions do not keep up.');
  });

  it('a plateau of CPU that nothing suffers from may be GC\'s own workers: no finding; GOMAXPROCS that is reached is one', () => {
    const at = (isPlateau: boolean) => ofSeveral(findFindings({ ...quiet, scrapes: { ...scrapes, cpuCeiling: { cores: 2, basis: '', isPlateau, spans: [{ start: 1_800_000_100, end: 1_800_000_400 }] } } }));
    expect(at(true)).toEqual([]);
    expect(at(false)).toMatchObject([{ severity: 'info' }]);
  });

  it('memory with room now and none for a compaction, or a start', () => {
    const one = { ...load.compaction.compactions[0], rssRiseBytes: 300e6 };
    const limited = { ...memory, limitBytes: 700e6 };
    const findings = findFindings({ ...quiet, memory: limited, compaction: { ...compaction, compactions: [one] } });
    expect(ofSeveral(findings)).toMatchObject([{ panel: 'memory', severity: 'critical', restsOn: ['memory', 'compaction'] }]);
    expect(ofSeveral(findings)[0]?.sentence).toMatch(/^Memory is at 71 % of its limit of 668 MiB; a compaction adds up to 286 MiB: 114 %\./);
    const start = findFindings({ ...quiet, memory: limited, 'wal-replay': { ...quiet['wal-replay'], state: 'done', memory: { ...quiet['wal-replay'].memory, limitBytes: 700e6, projectedPeakBytes: 600e6, risk: 'low' } } });
    expect(ofSeveral(start)).toMatchObject([{ severity: 'warning', restsOn: ['memory', 'wal-replay'] }]);
    expect(stepsOf(ofSeveral(start))).toMatch(/Stop scraping/);
    expect(ofSeveral(findFindings({ ...quiet, memory: { ...memory, limitBytes: 5e9 }, compaction: { ...compaction, compactions: [one] } }))).toEqual([]);
  });

  it('swap that moves warns, swap that lies still does not', () => {
    const swap = (lowBytes: number, highBytes: number): PanelFinding[] => findFindings({ ...quiet, memory: { ...memory, parts: [{ key: 'swap', label: 'swap', isResident: false, bytes: lowBytes, lowBytes, highBytes, from: [], meaning: '', missing: null }] } });
    expect(swap(1e9, 1.2e9).map(({ sentence }) => sentence).join()).toMatch(/Swap in use on the host moved by 191 MiB/);
    expect(swap(1e9, 1e9).map(({ sentence }) => sentence).join()).not.toMatch(/Swap/);
  });

  it('two-minute spikes are Go’s forced cycles only where CPU follows them', () => {
    const cpuLink = { side: 'cpu' as const, name: 'CPU', linked: true, correlation: gc.correlation, from: [] };
    const forced = { ...gc, gaps: { ...gc.gaps, verdict: 'forced' as const, forcedShareRatio: 0.9 } };
    expect(findFindings({ ...quiet, 'gc-cpu': { ...forced, links: [cpuLink] } }).map(({ sentence }) => sentence).join()).toMatch(/every two minutes .* \(90 % of the gaps\)/);
    expect(findFindings({ ...quiet, 'gc-cpu': { ...forced, links: [{ ...cpuLink, linked: false }] } }).map(({ sentence }) => sentence).join()).not.toMatch(/two minutes/);
  });

  it('GOGC is proposed only where the what-if gains', () => {
    const heavy = { ...gc, finding: { ...gc.finding, severity: 'warning' as const } };
    const whatIf = (rows: GcWhatIfRow[]) => ({ liveHeapBytes: 1e9, allocBytesPerSecond: 1e7, coreSecondsPerCycle: 1, gogcPercent: 100, gogcSource: 'api' as const, memoryLimitBytes: null, byGogc: rows, byMemoryLimit: [], assumptions: [] });
    expect(stepsOf(findFindings({ ...quiet, 'gc-cpu': { ...heavy, whatIf: whatIf([row(100, true, 0.4), row(200, false, 0.2)]) } }))).toMatch(/Set GOGC=200/);
    expect(stepsOf(findFindings({ ...quiet, 'gc-cpu': { ...heavy, whatIf: whatIf([row(100, true, 0.4), { ...row(200, false, 0.2), thrashing: true }]) } }))).not.toMatch(/GOGC=/);
    expect(stepsOf(findFindings({ ...quiet, 'gc-cpu': { ...heavy, limiter: { state: 'alarm', sentence: 'x', time: 1 } } }))).toMatch(/^Raise GOMEMLIMIT/);
  });

  it('a target that never answered is looked for under its address first, and told nothing of replays and memory', () => {
    const scrapes = { ...quiet.scrapes, scrapes: { total: 5, failed: 5, timedOut: 0, skipped: 0 }, finding: { severity: 'critical' as const, sentence: '', time: 1 }, gaps: [{ start: 1, end: 6, cause: 'down' as const, sentence: '', scrapesMissed: 5, timedOut: 0, skipped: 0, overlaps: [] }] };
    const replay = { ...quiet['wal-replay'], finding: { severity: 'unknown' as const, sentence: '', time: null } };
    expect(stepsOf(findFindings({ ...quiet, scrapes, 'wal-replay': replay }))).toMatch(/^Check that its address is right[^|]*\| Read its log[^|]*$/);
  });

  it('starts that died ask for their log first', () => {
    const died = { start: 1, end: 2, ready: false, segments: null, peakRssBytes: null };
    const findings = findFindings({ ...quiet, 'wal-replay': { ...quiet['wal-replay'], state: 'done', finding: { severity: 'warning', sentence: '', time: null }, earlier: [{ ...load['wal-replay'].earlier[0], ...died }] } });
    expect(findings.find(({ panel }) => panel === 'wal-replay')?.steps?.[0]?.step).toMatch(/^Read its log/);
  });

  it('a start that is gone is not asked to be left running, and one with a damaged log sends to its disk', () => {
    const replay = quiet['wal-replay'];
    const gone = { name: 'unreachable' as const, start: 5, end: null, durationSeconds: 9, segments: null };
    const steps = (more: Partial<typeof replay>) => findFindings({ ...quiet, 'wal-replay': { ...replay, ...more } }).find(({ panel }) => panel === 'wal-replay')?.steps?.map(({ step }) => step).join(' ');
    expect(steps({ state: 'replaying', phases: [gone], finding: { severity: 'critical', sentence: '', time: null } })).toMatch(/^Read its log(?!.*Let it run)/);
    expect(steps({ state: 'done', figures: [{ name: 'Segments given up as damaged', value: 7, unit: 'count', from: [] }], finding: { severity: 'warning', sentence: '', time: null } })).toMatch(/^Look for what damaged its log/);
  });
});

it('a figure’s key is its name in camel case with its unit', () => {
  expect(figureKey({ name: 'GC CPU', unit: 'cores' })).toBe('gcCpuCores');
  expect(figureKey({ name: 'Block range', unit: 'seconds' })).toBe('blockRangeSeconds');
});

import { describe, expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import type { PanelFinding } from '../../../../core/contract/contract.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analysePanels } from '../analyses.ts';
import { findFindings } from './findings.ts';

const START = 1_800_000_000;
const CORES = 4;
const SECONDS = 1200;
const seconds = Array.from({ length: SECONDS }, (_, second) => second);

/** Returns a quiet process of 0.2 cores with a cycle every 40 s, on a host of four cores with a node_exporter. */
function hosted(more: Partial<HandMadeWindow['roles']>, busyRatio: (second: number) => number): HandMadeWindow {
  let busy = 0;
  const busySeconds = seconds.map((second) => (busy += busyRatio(second)));
  return {
    roles: {
      cpuSeconds: seconds.map((second) => 0.2 * second), samplesAppended: seconds.map((second) => 1000 * second),
      gcCycles: seconds.map((second) => Math.floor(second / 40)), residentBytes: seconds.map(() => 5e8),
      lastGcSeconds: seconds.map((second) => START + 40 * Math.floor(second / 40)),
      processStartSeconds: seconds.map(() => START - 1000), nodeUp: seconds.map(() => 1), ...more,
    },
    labelled: Array.from({ length: CORES }, (_, cpu) => (['user', 'idle'] as const).map((mode) => ({
      role: 'hostCpuSeconds' as const, labels: { cpu: String(cpu), mode },
      values: seconds.map((second) => (mode === 'user' ? elementAt(busySeconds, second)
        : second + 1 - elementAt(busySeconds, second))),
    }))).flat(),
  };
}

/** Returns the findings of the rules over the panels, in order. */
function findingsOf(made: HandMadeWindow, timeoutSeconds = 1): PanelFinding[] {
  const window = handMadeWindow(made);
  return findFindings(analysePanels(window, {
    stepMs: null, facts: {}, nowMs: window.endMs + 3_600_000, intervalSeconds: 1, timeoutSeconds, inputs: NO_INPUTS,
  })).filter(({ restsOn }) => restsOn !== undefined);
}

describe('a cause that holds all the time', () => {
  const random = seededRandom(4);
  // 45 slow scrapes, 13 of them at the end of a cycle.
  const atCycles = seconds.filter((second) => second % 40 === 39).slice(0, 13);
  const anywhere = Array.from({ length: 32 }, () => 1 + Math.floor(random() * 29) + 37 * Math.floor(random() * 31));
  const slow = new Set([...atCycles, ...anywhere]);
  const durationSeconds = seconds.map((second) => (slow.has(second) ? 0.3 : 0.004));

  it('a host whose cores are saturated throughout is named before a coincidence that covers fewer slow scrapes', () => {
    const [first] = findingsOf({ ...hosted({}, (second) => (second % 25 === 0 ? 0.7 : 0.99)), durationSeconds });
    expect(first).toMatchObject({ code: 'host-cpu-saturated', panel: 'scrapes' });
    expect(first?.figures['coverageRatio']).toBeGreaterThan(0.9);
    expect(first?.figures['windowRatio']).toBeGreaterThan(0.9);
    // The cause is inferred from a coincidence.
    expect(first?.confidence).toBe('likely');
    if (first !== undefined) expectGolden('overview', 'a host whose cores are saturated throughout', first);
  });

  it('is named by its level where nothing is slow, and not at all where the host is half idle', () => {
    const full = findingsOf(hosted({}, () => 0.99)).find(({ code }) => code === 'host-cpu-saturated');
    expect(full).toMatchObject({ severity: 'info', figures: { windowRatio: expect.closeTo(1, 2) as number } });
    expect(findingsOf({ ...hosted({}, () => 0.5), durationSeconds }).map(({ code }) => code))
      .not.toContain('host-cpu-saturated');
  });

  it('in bursts, it is named when they make a fifth of the window', () => {
    const named = (everySeconds: number): string[] =>
      findingsOf(hosted({}, (second) => (second % everySeconds < 9 ? 0.99 : 0.1))).map(({ code }) => code);
    expect(named(36)).toContain('host-cpu-saturated');
    expect(named(90)).not.toContain('host-cpu-saturated');
  });

  it('a host that swaps in and out all the time is named, though the amount in swap stands still', () => {
    const pages = seconds.map((second) => 300 * second);
    const used = seconds.map(() => 1e9);
    const swapping = { hostSwappedInPages: pages, hostSwappedOutPages: pages, hostSwapUsedBytes: used };
    const found = findingsOf(hosted(swapping, () => 0.2)).find(({ code }) => code === 'host-memory-short');
    expect(found).toMatchObject({ severity: 'warning' });
    if (found === undefined) throw new Error('It is not said.');
    expect(quantitiesOf(found)).toEqual(expect.arrayContaining([300 * 4096]));
    expectGolden('overview', 'a host that swaps throughout', found);
  });

  it('a host with ample memory is not short of it where a limit makes something swap', () => {
    const pages = seconds.map((second) => 300 * second);
    const limited = (available: number): Record<string, number[]> => ({
      hostSwappedInPages: pages, hostSwappedOutPages: pages, hostMemoryPressureSeconds: seconds.map((at) => 0.3 * at),
      hostTotalBytes: seconds.map(() => 24e9), hostAvailableBytes: seconds.map(() => available),
    });
    const codes = (available: number): string[] =>
      findingsOf(hosted(limited(available), () => 0.2)).map(({ code }) => code);
    expect(codes(22e9)).not.toContain('host-memory-short');
    expect(codes(22e9)).not.toContain('host-out-of-memory');
    expect(codes(1e9)).toContain('host-memory-short');
  });

  it('what was swapped out once and stays there is nothing', () => {
    const once = seconds.map((second) => (second > 300 ? 40_000 : 0));
    const moved = {
      hostSwappedInPages: seconds.map(() => 0), hostSwappedOutPages: once,
      hostSwapUsedBytes: once.map((pages) => 4096 * pages),
    };
    expect(findingsOf(hosted(moved, () => 0.2)).map(({ code }) => code)).not.toContain('host-memory-short');
  });

  it('where pages are not counted, the amount in swap that keeps moving is', () => {
    const amount = { hostSwapUsedBytes: seconds.map((second) => 1e9 + (second % 2) * 2e6) };
    expect(findingsOf(hosted(amount, () => 0.2)).map(({ code }) => code)).toContain('host-memory-short');
    const still = { hostSwapUsedBytes: seconds.map(() => 1e9) };
    expect(findingsOf(hosted(still, () => 0.2)).map(({ code }) => code)).not.toContain('host-memory-short');
  });

  it('pressure on memory is named by its level too', () => {
    const waiting = { hostMemoryPressureSeconds: seconds.map((second) => 0.3 * second) };
    const found = findingsOf(hosted(waiting, () => 0.2)).find(({ code }) => code === 'host-memory-short');
    if (found === undefined) throw new Error('It is not said.');
    expect(quantitiesOf(found)).toContain(0.3);
    expect(statements(found).join(' ')).not.toMatch(/swap/);
    expect(found.confidence).toBe('sure');
  });
});

describe('a process that does not answer for eight seconds', () => {
  it('and did no work while the host had no free core was starved', () => {
    const isAway = (second: number): boolean => second >= 600 && second < 608;
    const { roles, ...rest } = hosted({}, (second) => (isAway(second) ? 1 : 0.3));
    const during = (values: (number | null)[] | undefined): (number | null)[] => seconds.map((second) => (
      isAway(second) ? null : values?.[second < 608 ? second : second - 8] ?? null
    ));
    expect(findingsOf({
      ...rest, ticks: seconds.map((second) => (isAway(second) ? 'timeout' : 'ok')),
      durationSeconds: seconds.map((second) => (isAway(second) ? 1 : 0.004)),
      roles: { ...roles, cpuSeconds: during(roles.cpuSeconds), samplesAppended: during(roles.samplesAppended) },
    }).map(({ code }) => code)).not.toContain('process-stood-still');
  });
});

describe('a process that does not answer for twenty seconds', () => {
  const cut = (second: number): boolean => second >= 600 && second < 620;
  const ticks = seconds.map((second) => (cut(second) ? 'timeout' as const : 'ok' as const));
  const durationSeconds = seconds.map((second) => (cut(second) ? 1 : 0.004));
  const unanswered = (worked: (second: number) => number, busyRatio: (second: number) => number = () => 0.3) => {
    const { roles, ...rest } = hosted({}, busyRatio);
    const during = (values: (number | null)[] | undefined): (number | null)[] =>
      seconds.map((second) => (cut(second) ? null : values?.[worked(second)] ?? null));
    return findingsOf({
      ...rest, ticks, durationSeconds,
      roles: { ...roles, cpuSeconds: during(roles.cpuSeconds), samplesAppended: during(roles.samplesAppended) },
    });
  };

  it('and did no work meanwhile stood still', () => {
    const [first] = unanswered((second) => (second < 620 ? second : second - 20));
    const figures = { scrapesLostCount: 20 };
    expect(first).toMatchObject({ code: 'process-stood-still', severity: 'warning', figures });
    if (first !== undefined) expectGolden('overview', 'a process that stood still', first);
  });

  it('and did nearly half of its work was slow, and did not stand still', () => {
    const worked = (second: number): number => (second < 600 ? second : 600 + Math.round(0.45 * (second - 600)));
    expect(unanswered(worked).map(({ code }) => code)).not.toContain('process-stood-still');
  });

  it('and answered once in between got no core, and was not stopped', () => {
    const { roles, ...rest } = hosted({}, () => 0.3);
    const isAway = (second: number): boolean => cut(second) && second !== 610;
    const worked = (second: number): number => Math.min(second, 600) + Math.max(0, second - 619);
    const during = (values: (number | null)[] | undefined): (number | null)[] =>
      seconds.map((second) => (isAway(second) ? null : values?.[worked(second)] ?? null));
    const codes = findingsOf({
      ...rest, ticks: seconds.map((second) => (isAway(second) ? 'timeout' : 'ok')),
      roles: { ...roles, cpuSeconds: during(roles.cpuSeconds), samplesAppended: during(roles.samplesAppended) },
    }).map(({ code }) => code);
    expect(codes).not.toContain('process-stood-still');
  });

  const isCut = (second: number): boolean => second >= 590 && second < 650;
  const idle = (second: number): number => (second < 620 ? second : second - 20);

  it.each([['during it', (second: number) => (isCut(second) ? 1 : 0.3)], ['all the time', () => 1]])(
    'and did no work stood still, also where no core of the host was free %s', (_, busyRatio) => {
      const findings = unanswered(idle, busyRatio);
      expect(findings[0]).toMatchObject({ code: 'process-stood-still', figures: { scrapesLostCount: 20 } });
      // Scrapes that the standstill explains are not evidence against the host.
      const host = findings.find(({ code }) => code === 'host-cpu-saturated');
      expect(host?.figures['slowScrapesCount'] ?? 0).toBe(0);
    });

  it('and worked on as usual could not be reached', () => {
    const [first] = unanswered((second) => second);
    expect(first).toMatchObject({ code: 'connection-cut', figures: { scrapesLostCount: 20 } });
    if (first !== undefined) expectGolden('overview', 'a connection that was cut', first);
  });
});

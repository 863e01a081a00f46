import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Finding, PanelFinding } from '../../../../core/contract/contract.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { NO_INPUTS, PANEL_NAMES } from '../../../../core/panels.ts';
import { render } from '../../../../core/text/parts.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { recordedReplays } from '../../../../testdata/replays.ts';
import { analysePanels } from '../analyses.ts';
import { findFindings } from './findings.ts';
import { recorderState } from './recorderState.ts';

const START = 1_800_000_000;
const RANK = ['ok', 'info', 'unknown', 'warning', 'critical'];

function replayFile(name: string): string {
  return fileURLToPath(new URL(`../../../../testdata/recordings/replays/${name}.ndjson.gz`, import.meta.url));
}

function findingsOf(window: RoleWindow, nowMs = window.endMs, facts: TargetFacts = {}): PanelFinding[] {
  return findFindings(analysePanels(window, {
    stepMs: null, facts, nowMs, intervalSeconds: 1, timeoutSeconds: 10, inputs: NO_INPUTS,
  }), window, nowMs - window.endMs < 5000);
}

/** Returns ten good minutes, then the ticks of `after`. */
function then(after: NonNullable<HandMadeWindow['ticks']>, more: Partial<HandMadeWindow> = {}): HandMadeWindow {
  const ticks = [...new Array<'ok'>(600).fill('ok'), ...after];
  const upTo = (value: (tick: number) => number): (number | null)[] =>
    ticks.map((tick, i) => (tick === 'ok' ? value(i) : null));
  return {
    ticks, ...more,
    roles: {
      cpuSeconds: upTo((i) => 0.2 * i), residentBytes: upTo(() => 5e8), processStartSeconds: upTo(() => START - 1000),
      samplesAppended: upTo((i) => 1000 * i), ...more.roles,
    },
  };
}

/** Expects that the severity of the state does not decrease with age. */
function growsWith(findings: PanelFinding[]): void {
  const ranks = findings.map(({ severity }) => RANK.indexOf(severity));
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(findings.every(({ isState, claim }) => isState === true && claimMistakes(claim).length === 0)).toBe(true);
}

const first = (findings: PanelFinding[]): PanelFinding => findings[0] as PanelFinding;

describe('a state is the headline at every age', () => {
  it.each([
    ['refused', 'target-down'], ['timeout', 'target-hanging'],
  ] as const)('%s', (kind, code) => {
    const found = [4, 10, 30, 120, 500].map((age) => (
      first(findingsOf(handMadeWindow(then(new Array<typeof kind>(age).fill(kind)))))
    ));
    expect(found.map((one) => one.code)).toEqual(found.map(() => code));
    growsWith(found);
  });

  it('and of the panels that have nothing to say of now, unless they warn', () => {
    const window = handMadeWindow(then(new Array<'refused'>(1200).fill('refused')));
    const headsOf = (facts: TargetFacts = {}, laterMs = 0): Finding[] => {
      const { 'gc-cpu': gc, compaction, memory } = analysePanels(window, {
        stepMs: null, facts, nowMs: window.endMs + laterMs, intervalSeconds: 1, timeoutSeconds: 10, inputs: NO_INPUTS,
      });
      return [gc, compaction, memory].map(({ finding }) => finding);
    };
    for (const head of headsOf())
      expect(head).toMatchObject({ code: 'target-down', severity: 'unknown', moment: START + 600 });
    const [, , memory] = headsOf();
    expectGolden('memory', 'of a target that does not answer', memory as Finding);
    const warned = headsOf({ configuredLimitBytes: 5.1e8 })[2];
    expect(warned).toMatchObject({
      code: 'memory-near-limit', severity: 'critical', confidence: 'likely',
      sentence: 'When last read: Resident memory peaks at 477 MiB, 98 % of its limit of 486 MiB.',
    });
    expect(claimMistakes(warned?.claim ?? [])).toEqual([]);
    expect(render(warned?.evidence[0] ?? [])).toBe('The target has not answered for 20m, since 08:10:00 UTC.');
    expect(headsOf({}, 3_600_000)[2]).toMatchObject({ code: 'memory-no-limit' });
  });

  it('each panel says from when on it has no readings, while the target does not answer', () => {
    const silentSince = (after: NonNullable<HandMadeWindow['ticks']>): (number | undefined)[] => {
      const window = handMadeWindow(then(after));
      const answers = analysePanels(window, {
        stepMs: null, facts: {}, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 10, inputs: NO_INPUTS,
      });
      return PANEL_NAMES.map((panel) => answers[panel].silentSince);
    };
    expect(silentSince(new Array<'refused'>(60).fill('refused'))).toEqual(new Array(5).fill(START + 600));
    // tsdbscope was restarted meanwhile.
    expect(silentSince([
      ...new Array<'refused'>(60).fill('refused'), ...new Array<null>(9).fill(null),
      ...new Array<'refused'>(60).fill('refused'),
    ])).toEqual(new Array(5).fill(START + 600));
    expect(silentSince(['refused', 'refused'])).toEqual(new Array(5).fill(undefined));
    expect(silentSince([...new Array<'refused'>(60).fill('refused'), 'ok'])).toEqual(new Array(5).fill(undefined));
  });

  it('of a window that begins later than the state, it says that the state is older', () => {
    const window = handMadeWindow({ ticks: new Array<'refused'>(120).fill('refused'), kind: 'prometheus', roles: {} });
    const [head] = findingsOf(window);
    expect(head?.sentence).toBe('The target has not answered for over 2m, since before 08:00:00 UTC.');
    // A target whose first scrape is in the window has not been silent for longer.
    const added = findingsOf({ ...window, startMs: window.startMs - 60_000 })[0];
    expect(added?.sentence).toBe('The target has not answered for 2m, since 08:00:00 UTC.');
  });

  it('a host without free cores, from ten seconds on', () => {
    const full = (age: number): RoleWindow => {
      let busy = 0;
      const made = then(new Array<'ok'>(age).fill('ok'));
      const ticks = made.ticks ?? [];
      const busySeconds = ticks.map((_, i) => (busy += i >= 600 ? 0.995 : 0.2));
      return handMadeWindow({
        ...made, roles: { ...made.roles, nodeUp: ticks.map(() => 1) },
        labelled: ['0', '1'].flatMap((cpu) => [
          { role: 'hostCpuSeconds' as const, labels: { cpu, mode: 'user' }, values: busySeconds },
          {
            role: 'hostCpuSeconds' as const, labels: { cpu, mode: 'idle' },
            values: busySeconds.map((seconds, i) => i + 1 - seconds),
          },
        ]),
      });
    };
    const found = [15, 30, 90, 300, 600].map((age) => first(findingsOf(full(age))));
    expect(found.map(({ code }) => code)).toEqual(found.map(() => 'host-out-of-cpu'));
    growsWith(found);
    expect(found.at(-1)?.severity).toBe('critical');
    expect(found[1]?.figures['ageSeconds']).toBeCloseTo(30, -1);
    expect(found[0]).toBeDefined();
    if (found[2] !== undefined) expectGolden('overview', 'a host without free cores for 90 s', found[2]);
    // A condition at the end of a past window may be long over.
    expect(findingsOf(full(90), full(90).endMs + 3_600_000).some(({ isState }) => isState === true)).toBe(false);
    expect(findingsOf(full(5)).some(({ isState }) => isState === true)).toBe(false);
  });

  it('a restart loop, before what it makes of scrapes', () => {
    const starts = (times: number[]): RoleWindow => {
      const made = then(new Array<'ok'>(300).fill('ok'));
      const started = (made.ticks ?? []).map((_, i) =>
        START - 0.5 + Math.max(-1000, ...times.filter((time) => time <= i)));
      const since = started.map((start, i) => START + i - start);
      return handMadeWindow({
        ...made, roles: { ...made.roles, processStartSeconds: started, cpuSeconds: since.map((s) => 0.2 * s) },
      });
    };
    const loop = first(findingsOf(starts([620, 700, 790, 880])));
    expect(loop).toMatchObject({ code: 'restart-loop', severity: 'critical', figures: { startsCount: 4 } });
    expectGolden('overview', 'four starts in five minutes', loop);
    expect(findingsOf(starts([620, 880])).some(({ code }) => code === 'restart-loop')).toBe(false);
    // This loop ended: the process has been up for longer than the starts were apart.
    expect(findingsOf(starts([10, 90, 180])).some(({ code }) => code === 'restart-loop')).toBe(false);
  });

  it.each<[name: string, file: string]>([
    ['demo', recordings.walReplay], ['steady', replayFile('steady')],
    ['checkpoint-limited', replayFile('checkpoint-limited')], ['wbl', replayFile('wbl')],
    ['two-cores-limited', replayFile('two-cores-limited')],
  ])('a replay as recorded, from its first seconds to its last: %s', (name, file) => {
    const { truth } = recordedReplays().find((one) => one.name === name) ?? expect.fail(`no truth of ${name}`);
    const fromMs = truth.walBeginsMs + 1500;
    const found = [0, 0.3, 0.6, 0.95].map((share) => {
      const endMs = fromMs + share * (truth.replayedMs - fromMs);
      const window = roleWindow(loadRecording(file, { endMs }), 'prometheus', truth.version ?? '2.42.0');
      return first(findingsOf(window, endMs));
    });
    expect(found.map(({ panel }) => panel)).toEqual(found.map(() => 'wal-replay'));
    growsWith(found);
  });

  describe('a disk that takes no more', () => {
    const AGES = [3, 15, 30, 90, 300];
    const ofTicks = (age: number, value: (isAfter: boolean, i: number) => number): number[] =>
      new Array(600 + age).fill(0).map((_, i) => value(i >= 600, i));
    /** Returns a Prometheus on a full disk: each of its scrapes fails to reach the WAL, so that nothing is appended. */
    const failing = (age: number): RoleWindow => {
      const made = then(new Array<'ok'>(age).fill('ok'));
      return handMadeWindow({
        ...made, roles: {
          ...made.roles, samplesAppended: ofTicks(age, (isAfter, i) => (isAfter ? 599_000 : 1000 * i)),
          walWritesFailed: ofTicks(age, (isAfter, i) => (isAfter ? Math.floor((i - 599) / 2) : 0)),
        },
      });
    };
    const filesystem = (age: number, freeBytes: (isAfter: boolean) => number, mountpoint = '/data'): RoleWindow => {
      const made = then(new Array<'ok'>(age).fill('ok'));
      const labels = { mountpoint, device: '/dev/sdb1', fstype: 'ext4' };
      const root = { mountpoint: '/', device: '/dev/sda1', fstype: 'ext4' };
      return handMadeWindow({
        ...made, roles: { ...made.roles, nodeUp: ofTicks(age, () => 1) },
        labelled: [
          { role: 'hostFilesystemFreeBytes' as const, labels, values: ofTicks(age, freeBytes) },
          { role: 'hostFilesystemBytes' as const, labels, values: ofTicks(age, () => 20 * 2 ** 30) },
          { role: 'hostFilesystemFreeBytes' as const, labels: root, values: ofTicks(age, () => 2 ** 40) },
          { role: 'hostFilesystemBytes' as const, labels: root, values: ofTicks(age, () => 2 ** 41) },
        ],
      });
    };
    const inFolder = (path: string): TargetFacts => ({ flags: { 'storage.tsdb.path': path } });

    it('writes to the WAL fail, at every age', () => {
      const found = AGES.map((age) => first(findingsOf(failing(age))));
      expect(found.map(({ code }) => code)).toEqual(AGES.map(() => 'writes-failing'));
      expect(found.map(({ figures }) => figures['ageSeconds']))
        .toEqual(AGES.map((age) => expect.closeTo(age, -0.5) as number));
      growsWith(found);
      expect(found[0]?.severity).toBe('critical');
      expectGolden('overview', 'writes to the WAL fail for 15 s', found[1] as PanelFinding);
    });

    it('the filesystem of its folder is full, before any write fails', () => {
      const full = (isAfter: boolean): number => (isAfter ? 4096 : 2 ** 30);
      const found = AGES.map((age) => (
        first(findingsOf(filesystem(age, full), undefined, inFolder('/data/prometheus')))
      ));
      expect(found.map(({ code }) => code)).toEqual(AGES.map(() => 'host-disk-full'));
      growsWith(found);
      expect([found[0]?.severity, found.at(-1)?.severity]).toEqual(['warning', 'critical']);
      expectGolden('overview', 'the disk of its folder is full for 90 s', found[3] as PanelFinding);
      const states = (window: RoleWindow, facts: TargetFacts): number =>
        findingsOf(window, undefined, facts).filter(({ isState }) => isState === true).length;
      // Another filesystem is full, or the location of its data is unknown.
      for (const path of ['/database', '/', 'data/'])
        expect(states(filesystem(90, full), inFolder(path)), path).toBe(0);
      // One percent of a large filesystem is enough space.
      expect(states(filesystem(90, (isAfter) => (isAfter ? 150 : 900) * 2 ** 20), inFolder('/data'))).toBe(0);
    });

    it('VictoriaMetrics refuses writes, as it says itself', () => {
      const readOnly = (age: number): RoleWindow => {
        const made = then(new Array<'ok'>(age).fill('ok'), { kind: 'victoriametrics' });
        return handMadeWindow({
          ...made, roles: { ...made.roles, storageReadOnly: ofTicks(age, (isAfter) => (isAfter ? 1 : 0)) },
        });
      };
      const found = AGES.map((age) => first(findingsOf(readOnly(age))));
      expect(found.map(({ code }) => code)).toEqual(AGES.map(() => 'storage-read-only'));
      growsWith(found);
    });

    it('is over with the first scrape that is written again', () => {
      const made = then(new Array<'ok'>(60).fill('ok'));
      const window = handMadeWindow({
        ...made, roles: {
          ...made.roles, samplesAppended: ofTicks(60, (_, i) => (i < 600 ? i : i < 640 ? 599 : i)),
          walWritesFailed: ofTicks(60, (_, i) => Math.max(0, Math.min(i, 639) - 599)),
        },
      });
      expect(findingsOf(window).some(({ isState }) => isState === true)).toBe(false);
    });
  });

  it('a quiet window is in none', () => {
    expect(findingsOf(handMadeWindow(then([]))).some(({ isState }) => isState === true)).toBe(false);
  });
});

describe('the recorder itself', () => {
  const stopped = { state: 'stopped' as const, stoppedSince: START, reason: 'The disk is full; free space there.' };

  it('stopped: since when, however long, and only in windows that it concerns', () => {
    const found = recorderState(stopped, { endSeconds: START + 40, nowSeconds: START + 40 });
    expect(found).toMatchObject({ code: 'recording-stopped', isState: true, figures: { ageSeconds: 40 } });
    expect(claimMistakes(found?.claim ?? [])).toEqual([]);
    expect(recorderState(stopped, { endSeconds: START - 1, nowSeconds: START + 40 })).toBeNull();
    expect(recorderState(
      { state: 'recording', stoppedSince: null, reason: null }, { endSeconds: START, nowSeconds: START }
    )).toBeNull();
  });
});

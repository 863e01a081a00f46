/** The alert on a heavy rule group, over two hours of a recorded server in which groups and queries are planted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { loadRecording, recordings } from '../../../../testdata/loadRecording.ts';
import { analysePanels } from '../../../analysis/panels/analyses.ts';
import { cpuSpikes } from '../../../analysis/panels/overview/spikeRule.ts';
import { roleWindow } from '../../../data/metrics/roles.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { makerFigures, type MakerFigures } from './currentFigures.ts';

const START_MS = 1_800_000_000_000;
const MINUTES = 120;
/** The figures are of the last 15 minutes; here they are read every third minute. */
const FIGURES_MINUTES = 15;
const EVERY_MINUTES = 3;
const RECORDING_WARM_UP = 120;

interface Group { name: string; coreSeconds: number; phase: number; fromMinute: number; toMinute: number }

const PERIOD = 45;
const heavy: Group = { name: 'heavy', coreSeconds: 3, phase: 12.4, fromMinute: 20, toMinute: 100 };
const light: Group = { name: 'light', coreSeconds: 0.004, phase: 31, fromMinute: 0, toMinute: MINUTES };
const keyOf = ({ name }: Group): string => `/etc/rules.yml;${name}`;
const widthOf = ({ coreSeconds }: Group): number => coreSeconds / 0.8;

interface Rule { share: number; coreSeconds: number; forMinutes: number }

/** Returns the limits of the shipped rule. */
function shippedRule(): Rule {
  const text = readFileSync(new URL('../../../../deploy/alerts.yaml', import.meta.url), 'utf8');
  const found = new RegExp(String.raw`TsdbscopeRuleGroupSpikes[\s\S]*?spike_cpu_ratio > ([\d.]+) and `
    + String.raw`tsdbscope_target_rule_group_core_seconds > ([\d.]+)\s+for: (\d+)h`).exec(text);
  const [, share, coreSeconds, hours] = found ?? [];
  return { share: Number(share), coreSeconds: Number(coreSeconds), forMinutes: 60 * Number(hours) };
}

/** Returns the CPU of the recorded server by second, again and again. */
function recordedCpu(): (second: number) => number {
  const window = roleWindow(loadRecording(recordings.quiet), 'prometheus', '2.42.0');
  const values = window.role('cpuSeconds')?.values ?? new Float64Array();
  const rises = Array.from(values.subarray(1), (value, k) => value - numberAt(values, k))
    .slice(RECORDING_WARM_UP).filter((rise) => rise >= 0);
  return (second) => elementAt(rises, second % rises.length);
}

/** Returns the CPU counter at each second, with the groups and `perMinute` queries of 2 core-s at random. */
function cpuCounter(groups: readonly Group[], perMinute: number): number[] {
  const [random, quiet] = [seededRandom(32), recordedCpu()];
  const used = Array.from({ length: 60 * MINUTES }, (_, second) => quiet(second));
  const add = (from: number, lasts: number, area: number): void => {
    for (let k = Math.floor(from); k < Math.min(used.length, from + lasts); k++) {
      const within = Math.min(from + lasts, k + 1) - Math.max(from, k);
      used[k] = elementAt(used, k) + area * within / lasts;
    }
  };
  for (const group of groups) {
    const first = group.phase + PERIOD * Math.ceil(60 * group.fromMinute / PERIOD);
    for (let at = first; at < 60 * group.toMinute; at += PERIOD)
      add(at, widthOf(group), group.coreSeconds * (0.9 + 0.2 * random()));
  }
  for (let k = 0; k < perMinute * MINUTES; k++) add(60 * MINUTES * random(), 2, 2);
  let sum = 1000;
  return used.map((value) => {
    const before = sum;
    sum += value;
    return Math.floor(100 * before) / 100;
  });
}

/** Returns the window of 15 minutes that ends at the minute, as the target's metrics give it. */
function windowAt(minute: number, counter: readonly number[], groups: readonly Group[]): RoleWindow {
  const first = 60 * Math.max(0, minute - FIGURES_MINUTES);
  const seconds = Array.from({ length: 60 * minute - first }, (_, k) => first + k);
  const labelled = groups.flatMap((group) => {
    const labels = { rule_group: keyOf(group) };
    const lasted = widthOf(group);
    const startAt = (second: number): number => (
      START_MS / 1000 + group.phase + PERIOD * Math.floor((second - lasted - group.phase) / PERIOD)
    );
    return [
      { role: 'ruleGroupIntervalSeconds' as const, labels, values: seconds.map(() => PERIOD) },
      { role: 'ruleGroupLastSeconds' as const, labels, values: seconds.map(() => lasted) },
      { role: 'ruleGroupEvaluatedSeconds' as const, labels, values: seconds.map(startAt) },
    ];
  });
  return handMadeWindow({
    startMs: START_MS + 1000 * first, labelled, roles: {
      cpuSeconds: seconds.map((second) => elementAt(counter, second)),
      processStartSeconds: seconds.map(() => START_MS / 1000 - 5000),
    },
  });
}

function figuresAt(minute: number, counter: readonly number[], groups: readonly Group[]): MakerFigures[] {
  const window = windowAt(minute, counter, groups);
  const found = cpuSpikes(analysePanels(window, {
    stepMs: null, facts: { maxProcs: 4 }, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
  }));
  return makerFigures(found === null ? [] : [found]);
}

interface Firing { group: string; fromMinute: number; toMinute: number | null }

/** Evaluates the rule as a Prometheus does: it fires once it has held at each evaluation for its time. */
function firings(groups: readonly Group[], perMinute = 0): Firing[] {
  const rule = shippedRule();
  const counter = cpuCounter(groups, perMinute);
  const since = new Map<string, number>();
  const fired: Firing[] = [];
  for (let minute = EVERY_MINUTES; minute <= MINUTES; minute += EVERY_MINUTES) {
    const holding = new Set(figuresAt(minute, counter, groups)
      .filter(({ spikeRatio, coreSeconds }) => spikeRatio > rule.share && coreSeconds > rule.coreSeconds)
      .map(({ value }) => value));
    for (const one of fired) if (one.toMinute === null && !holding.has(one.group)) one.toMinute = minute;
    for (const group of [...since.keys()]) if (!holding.has(group)) since.delete(group);
    for (const group of holding) {
      const from = since.get(group) ?? minute;
      since.set(group, from);
      const isNew = !fired.some((one) => one.group === group && one.toMinute === null);
      if (isNew && minute - from >= rule.forMinutes) fired.push({ group, fromMinute: minute, toMinute: null });
    }
  }
  return fired;
}

describe('TsdbscopeRuleGroupSpikes on two hours of a recorded server', () => {
  it('has the limits that are tested here', () => {
    expect(shippedRule()).toEqual({ share: 0.5, coreSeconds: 2, forMinutes: 60 });
  });

  it('fires once for the heavy group, after its hour, and ends when the group is mended', () => {
    const [only, ...others] = firings([heavy, light], 0.1);
    expect(others).toEqual([]);
    expect(only?.group).toBe(keyOf(heavy));
    // A group that was light is named once most of its evaluations of the window are heavy; then an hour passes.
    expect(only?.fromMinute).toBeGreaterThanOrEqual(heavy.fromMinute + 60);
    expect(only?.fromMinute).toBeLessThanOrEqual(heavy.fromMinute + 60 + FIGURES_MINUTES);
    expect(only?.toMinute).toBeGreaterThan(heavy.toMinute);
    expect(only?.toMinute).toBeLessThanOrEqual(heavy.toMinute + FIGURES_MINUTES + EVERY_MINUTES);
  }, 600_000);

  it.each<[string, readonly Group[], number]>([
    ['no heavy group', [light], 0.1],
    ['a group of less CPU, although it makes all spikes', [{ ...heavy, coreSeconds: 1.5 }, light], 0],
    ['a heavy group for less than an hour', [{ ...heavy, toMinute: 70 }, light], 0],
    ['a heavy group where queries make more', [heavy, light], 4],
  ])('does not fire of %s', (_, groups, perMinute) => {
    expect(firings(groups, perMinute)).toEqual([]);
  }, 600_000);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SelfStatus, Target, TargetTrains } from '../../../core/contract/contract.ts';
import { phaseDifference } from '../../../core/statistics/circular.ts';
import { median } from '../../../core/statistics/quantiles.ts';
import { askForCapture, endedCapture, orderCapture } from './lab/captureOrders.ts';
import { startPrometheus, type PrometheusLab } from './lab/prometheusLab.ts';
import { eventually, newDataDir, startTsdbscope, type Tsdbscope } from './lab/tsdbscopeProcess.ts';

/** A group of one rule each, by name and interval. */
function rulesFile(groups: Record<string, [seconds: number, expression: string]>): string {
  return `groups:\n${Object.entries(groups).map(([name, [seconds, expression]]) => (
    `- {name: ${name}, interval: ${seconds}s, rules: [{record: 'planted:${name}', expr: '${expression}'}]}\n`
  )).join('')}`;
}

const HEAVY = 'sum_over_time(sin(vector(time()))[20000s:1s])';
/** Two series of one name and no labels that distinguish them. */
const FAILING = 'label_replace(up, "instance", "", "", "") * on() group_left up';
const BEFORE = rulesFile({ heavy: [5, HEAVY], light: [4, 'vector(1)'], failing: [5, FAILING] });
const AFTER = rulesFile({ renamed: [5, HEAVY], light: [8, 'vector(1)'], failing: [5, FAILING] });

interface Answer { data: { groups: { name: string; lastEvaluation: string }[] } }

describe('the rule groups of a real Prometheus', () => {
  const { dataDir, remove } = newDataDir();
  const running: { lab?: PrometheusLab; scope?: Tsdbscope } = {};
  let lab: PrometheusLab;
  let scope: Tsdbscope;
  let target = '';
  const trainsNow = async (): Promise<TargetTrains> => {
    const end = Date.now() / 1000;
    const span = `start=${(end - 600).toFixed(3)}&end=${end.toFixed(3)}`;
    return scope.get<TargetTrains>(`/targets/${encodeURIComponent(target)}/trains?${span}`);
  };
  const trainOf = ({ trains }: TargetTrains, name: string): TargetTrains['trains'] =>
    trains.filter((train) => train.kind === 'rule-group' && train.name === name);

  beforeAll(async () => {
    lab = running.lab = await startPrometheus({ targets: 2, seriesPerTarget: 50, maxSeconds: 900, rules: BEFORE });
    scope = running.scope = await startTsdbscope([lab.url], dataDir);
    const [first] = await eventually(
      'it is up', 60_000, () => scope.get<Target[]>('/targets'), (targets) => targets[0]?.state === 'up'
    );
    target = first?.name ?? '';
  }, 240_000);
  afterAll(async () => {
    await Promise.all([running.scope?.stop(), running.lab?.stop()]);
    remove();
  });

  it('have the phase that the server itself states', async () => {
    const starts: number[] = [];
    await eventually('eight evaluations', 120_000, async () => {
      const { data } = await (await fetch(`${lab.url}/api/v1/rules`)).json() as Answer;
      const ms = Date.parse(data.groups.find(({ name }) => name === 'heavy')?.lastEvaluation ?? '');
      if (ms > 0 && starts.at(-1) !== ms) starts.push(ms);
      return starts.length;
    }, (count) => count >= 8, 500);
    const answer = await trainsNow();
    const [heavy, ...others] = trainOf(answer, 'heavy');
    expect(others).toEqual([]);
    expect(heavy).toMatchObject({ periodSeconds: 5, until: null });
    const off = starts.map((ms) => phaseDifference(ms, 1000 * (heavy?.phase ?? NaN), 5000));
    expect(Math.abs(median(off) ?? NaN)).toBeLessThan(50);
    expect(answer.groups.map(({ name }) => name).sort()).toEqual(['failing', 'heavy', 'light']);
  }, 180_000);

  it('name their rules, and the phases of the scrapes, by two GETs a minute', async () => {
    const answer = await eventually(
      'the target was asked', 120_000, trainsNow,
      ({ trains, groups }) => trains.some(({ kind }) => kind === 'scrape-job')
        && groups.some(({ details }) => details !== null), 1000
    );
    const failing = answer.groups.find(({ name }) => name === 'failing');
    expect(failing?.failures).toBeGreaterThan(0);
    expect(failing?.details).toMatchObject([{ name: 'planted:failing', health: 'err', type: 'recording' }]);
    expect(answer.trains.filter(({ kind }) => kind === 'scrape-job').map(({ name, periodSeconds }) => (
      [name, periodSeconds]
    )).sort()).toEqual([['load', 1], ['load', 1], ['prometheus', 1]]);
    const { readings } = await scope.get<SelfStatus>('/self');
    expect(readings.failed).toBe(0);
    expect(readings.requests).toBeGreaterThan(0);
    expect(readings.mostPerMinute).toBeLessThanOrEqual(2);
  }, 180_000);

  it('have a CPU profile booked for their next evaluation, which it covers', async () => {
    const group = await eventually('the group is known', 120_000, async () => {
      const { groups } = await trainsNow();
      return groups.find(({ name }) => name === 'heavy');
    }, (found) => found !== undefined, 1000);
    const booked = await orderCapture(scope, target, {
      kind: 'cpu', at: 'next-evaluation', group: `${group?.file ?? ''};heavy`,
    });
    expect(booked).toMatchObject({ state: 'waiting', at: 'next-evaluation' });
    const taken = await endedCapture(scope, booked);
    expect(taken).toMatchObject({ state: 'done', error: null, reason: { how: 'booked' } });
    const [start, end] = [taken.startTime ?? NaN, taken.endTime ?? NaN];
    const { data } = await (await fetch(`${lab.url}/api/v1/rules`)).json() as Answer;
    const last = Date.parse(data.groups.find(({ name }) => name === 'heavy')?.lastEvaluation ?? '') / 1000;
    // One of those before the last, as it goes on meanwhile.
    const within = last - 5 * Math.ceil((last - end) / 5);
    expect(within).toBeGreaterThan(start);
    expect(within).toBeLessThan(end);
    expect(await askForCapture(scope, target, { kind: 'cpu', at: 'next-evaluation', group: 'no such group' }))
      .toMatchObject({ status: 400, message: expect.stringContaining('no evaluation of rule group') as string });
    expect((await askForCapture(scope, target, { kind: 'cpu', at: 'next-evaluation' })).status).toBe(400);
  }, 240_000);

  it('end and begin with a reload: renamed, or with another interval', async () => {
    lab.reloadRules(AFTER);
    const answer = await eventually(
      'the reload', 120_000, trainsNow,
      (now) => trainOf(now, 'renamed').length > 0 && trainOf(now, 'light').length > 1, 1000
    );
    const [heavy] = trainOf(answer, 'heavy');
    const [renamed] = trainOf(answer, 'renamed');
    expect(heavy?.until).not.toBeNull();
    expect(heavy?.until).toBeLessThan(renamed?.since ?? NaN);
    expect(renamed?.until).toBeNull();
    expect(trainOf(answer, 'light').map(({ periodSeconds, until }) => [periodSeconds, until === null])).toEqual(
      [[4, false], [8, true]]
    );
    expect(trainOf(answer, 'failing')).toHaveLength(1);
  }, 180_000);
});

import { expect, test } from 'vitest';
import { answerOf } from '../../../testdata/answers.ts';
import { gcCpuView } from './gcCpuView.ts';
import { throttlingView } from './throttlingView.ts';

const panel = answerOf('gc-cpu');
const { range, restarts, gapSpans, cycles, compactions } = panel;
const at = [range.start, range.start + 1];
const throttling = {
  sentence: 'Container x.', labels: { name: 'x' }, limitCores: 0.5, memoryLimitBytes: 2 ** 30, periods: 20,
  throttledPeriods: 5, throttledRatio: 0.25, throttledSeconds: 0.4, measuredSeconds: 2, stepSeconds: 1, gc: null,
  spikes: null,
};
const series = {
  ...panel.series, time: at, throttledPeriodsRatio: [0, 0.5], throttledSecondsPerSecond: [0, 0.4],
  hostCpuWaitingRatio: [null, null], hostStolenCores: [0, 0.1],
};

test('shares and seconds on one axis with the cycles, each with its meaning in the legend', () => {
  const view = throttlingView({ range, restarts, gapSpans, cycles, compactions, series, throttling });
  expect(view.shares?.lines.map(({ label }) => label)).toEqual(['periods throttled (container)']);
  expect(view.shares?.unit).toBe('ratio');
  expect(view.held?.lines.map(({ label }) => label))
    .toEqual(['throttled, CPU-seconds per second', 'stolen by the hypervisor (host)']);
  expect(view).toMatchObject({ isThrottled: true, holds: '25 % of periods throttled, limit 0.5 cores' });
  expect(view.sentence)
    .toBe('Container x. CPU limit 0.5 cores, memory limit 1 GiB. Its counters are read every 1 s.');
});

test('of a control group of this machine, lines and limit say so', () => {
  const own = { ...throttling, source: 'cgroup' as const };
  const view = throttlingView({ range, restarts, gapSpans, cycles, compactions, series, throttling: own });
  expect(view.shares?.lines.map(({ label }) => label)).toEqual(['periods throttled (control group)']);
  expect(view.shares?.label).toContain('in which the control group of the target was throttled');
  expect(gcCpuView({ ...panel, throttling: own }, 'utc', range.end).cpu.lines.find(({ key }) => key === 'cpu-limit'))
    .toMatchObject({ label: 'CPU limit of its control group' });
});

test('without counters it says why; of an answer stored before there is nothing', () => {
  const none = { ...throttling, labels: null, limitCores: null, throttledPeriods: 0, sentence: 'Not known.' };
  const nothing = { throttledPeriodsRatio: [null], throttledSecondsPerSecond: [null], hostStolenCores: [null] };
  const view = throttlingView({
    range, restarts, gapSpans, cycles, compactions, throttling: none,
    series: { ...nothing, time: [range.start], hostCpuWaitingRatio: [null] },
  });
  expect(view).toMatchObject({ shares: null, held: null, isThrottled: false, sentence: 'Not known.' });
  expect(view.holds).toBe('not available without cAdvisor counters or a node_exporter');
  const stored = throttlingView({ range, restarts, gapSpans, cycles, compactions, series: { time: at } });
  expect(stored).toMatchObject({ shares: null, held: null, isThrottled: false });
});

test('the limit is drawn over the CPU; far above, along the top', () => {
  const lines = (limitCores: number | null) => gcCpuView(
    { ...panel, throttling: { ...throttling, limitCores } }, 'utc', range.end
  ).cpu.lines.filter(({ key }) => key === 'cpu-limit');
  expect(lines(null)).toEqual([]);
  expect(lines(0.5)[0]).toMatchObject({ label: 'CPU limit of its container', style: 'dash' });
  expect(lines(1000)[0]).toMatchObject({ label: 'CPU limit of its container 1,000 cores, off scale', isOffAxis: true });
});

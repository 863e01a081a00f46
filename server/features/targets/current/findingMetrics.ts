/** Exports the findings of targets as metrics: one series per target and panel, and per target and figure. Pure. */
import type { MetricRow, MetricRows } from '../../../kernel/http/metricRows.ts';
import { makerFigures, panelLevels, targetFigures, type MakerFigures, type TargetFigures } from './currentFigures.ts';
import type { CurrentAnswer } from './currentAnswer.ts';

/** Older answers are not exported, except for their age. */
const STALE_MS = 5 * 60_000;

const FIGURES: readonly [name: string, help: string, figure: keyof TargetFigures][] = [
  ['tsdbscope_target_gc_cpu_ratio', 'GC share of the target\'s CPU, of the last 15 minutes.', 'gcCpuRatio'],
  [
    'tsdbscope_target_next_compaction_seconds', 'Forecast time to the target\'s next head compaction.',
    'nextCompactionSeconds',
  ],
  [
    'tsdbscope_target_replay_left_seconds', 'Forecast time that the running WAL replay has left.', 'replayLeftSeconds',
  ],
  ['tsdbscope_target_gaps', 'Gaps in the scrapes of the last 15 minutes.', 'gaps'],
  ['tsdbscope_target_longest_gap_seconds', 'The longest gap of the last 15 minutes.', 'longestGapSeconds'],
];

type MakerMetric = [name: string, help: string, label: MakerFigures['label'], figure: 'coreSeconds' | 'spikeRatio'];

const MAKERS: readonly MakerMetric[] = [
  [
    'tsdbscope_target_rule_group_core_seconds', 'CPU of one evaluation of a rule group that makes CPU spikes.',
    'rule_group', 'coreSeconds',
  ],
  [
    'tsdbscope_target_rule_group_spike_cpu_ratio', 'Its share of the CPU of spikes of the last 15 minutes.',
    'rule_group', 'spikeRatio',
  ],
  [
    'tsdbscope_target_scrape_job_core_seconds', 'CPU of one scrape of all targets of a job that makes CPU spikes.',
    'job', 'coreSeconds',
  ],
  [
    'tsdbscope_target_scrape_job_spike_cpu_ratio', 'Its share of the CPU of spikes of the last 15 minutes.', 'job',
    'spikeRatio',
  ],
];

/** Returns the metrics. Figures that are unknown or older than 5 minutes have no series, because a gap is not zero. */
export function findingMetrics(answers: readonly CurrentAnswer[], nowMs: number): MetricRows[] {
  const current = answers.filter(({ atMs }) => nowMs - atMs <= STALE_MS);
  const levels = current.flatMap(
    ({ target, findings }) => panelLevels(findings).map((one) => ({ ...one, target }))
  );
  const figures = current.map((answer) => ({ target: answer.target, figures: targetFigures(answer, nowMs) }));
  const makers = current.map(({ target, findings }) => ({ target, own: makerFigures(findings) }));
  return [
    {
      name: 'tsdbscope_findings_age_seconds', help: 'Age of the findings and figures that are exported of the target.',
      rows: answers.map(({ target, atMs }) => [Math.max(0, nowMs - atMs) / 1000, { target }]),
    },
    {
      name: 'tsdbscope_finding_severity',
      help: 'Worst finding of the panel in the last 15 minutes: 0 ok, 1 info, 2 warning, 3 critical.',
      rows: levels.map(({ target, panel, level }) => [level, { target, panel }]),
    },
    {
      name: 'tsdbscope_finding_info', help: 'What the worst finding of the panel states.',
      rows: levels.map(({ target, panel, code }) => [1, { target, panel, code }]),
    },
    ...FIGURES.map(([name, help, figure]) => ({
      name, help,
      rows: figures.flatMap(({ target, figures: { [figure]: value } }): MetricRow[] => (
        value === null ? [] : [[value, { target }]]
      )),
    })),
    ...MAKERS.map(([name, help, label, figure]) => ({
      name, help,
      rows: makers.flatMap(({ target, own }): MetricRow[] => own.flatMap((one) => (
        one.label === label ? [[one[figure], { target, [label]: one.value }]] : []
      ))),
    })),
  ];
}

/** The error of forecasts by how much of the start is done, over the recorded replays, as Markdown tables. */
import { numberAt } from '../../core/elementAt.ts';
import { quantile, sortedFinite } from '../../core/statistics/quantiles.ts';
import { etaAt } from '../../server/analysis/panels/wal-replay/forecast/replayEta.ts';
import { isJudged, recordedLessons } from './replayBench.ts';

/** Shares of the time from the process start to readiness. */
const SHARES = [0, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1];

interface Told { share: number; leftMs: number; eta: { medianMs: number; lowMs: number; highMs: number } | null }

/** Every poll of a start from its first answer on; not those before a change of its CPU limit. */
function pollsOf({ replay: { window, truth }, inputs }: Recorded, learned: Learned): Told[] {
  const { start } = inputs;
  const changedMs = truth.changedMs ?? truth.restartMs + (truth.settings?.thenAfterMs ?? -Infinity);
  const polls: Told[] = [];
  for (let row = start.firstRow; row < (start.readyRow ?? start.endRow); row++) {
    const timeMs = numberAt(window.scrapes.startMs, row);
    if (window.scrapes.error[row] !== null || timeMs >= truth.readyMs || timeMs < changedMs) continue;
    const share = (timeMs - truth.restartMs) / (truth.readyMs - truth.restartMs);
    polls.push({ share, leftMs: truth.readyMs - timeMs, eta: etaAt(inputs, row, learned) });
  }
  return polls;
}

type Lessons = ReturnType<typeof recordedLessons>;
type Recorded = Lessons['recorded'][number];
type Learned = ReturnType<Lessons['learnedFor']>;

/** The tables of docs/reference/wal-replay.md, with a heading line each. */
export function accuracyTables(): string {
  const { recorded, learnedFor } = recordedLessons();
  const groups = [
    { title: 'starts that the limits are for', members: recorded.filter(({ replay }) => isJudged(replay.name)) },
    {
      title: 'other starts (held out, on a disturbed host or short)',
      members: recorded.filter(({ replay }) => !isJudged(replay.name)),
    },
  ];
  return groups.map(({ title, members }) => {
    const polls = members.flatMap((one) => pollsOf(one, learnedFor(one.replay.name)));
    const rows = SHARES.slice(1).map((to, place) => {
      const from = SHARES[place] ?? 0;
      return rowOf(`${percent(from)} to ${percent(to)}`, polls.filter(({ share }) => share >= from && share < to));
    });
    return [
      `${members.length} ${title}:`, '',
      '| share of the start done | polls | with a forecast | median error | 90 % of errors below | in the interval |',
      '|---|---|---|---|---|---|', ...rows,
    ].join('\n');
  }).join('\n\n');
}

function rowOf(share: string, polls: readonly Told[]): string {
  const told = polls.flatMap(({ leftMs, eta }) => (eta === null ? [] : [{ leftMs, ...eta }]));
  const errors = sortedFinite(told.map(({ leftMs, medianMs }) => Math.abs(medianMs - leftMs) / leftMs));
  const held = told.filter(({ leftMs, lowMs, highMs }) => lowMs <= leftMs && leftMs <= highMs).length;
  const at = (part: number): string => percent(quantile(errors, part));
  return `| ${share} | ${polls.length} | ${percent(told.length / polls.length)} | ${at(0.5)} | ${at(0.9)} | ${
    percent(told.length === 0 ? null : held / told.length)} |`;
}

function percent(share: number | null): string {
  return share === null || Number.isNaN(share) ? 'none' : `${Math.round(100 * share)} %`;
}

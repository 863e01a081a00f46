/** Rule groups and scrape jobs of the GC & CPU answer, as a table and as folds. Pure. */
import type { GcCpuPanel, SpikeTrain } from '../../contract/contract.ts';
import { formatSeconds, formatValue } from '../../text/format.ts';
import { otherCosts, samplesText, trainName, verdictText } from '../../text/trainWords.ts';
import type { ChartModel } from '../charts/chartModel.ts';
import { SPIKE_LOOKS } from '../charts/spikeFills.ts';
import { trainCodes, type TrainCode } from './trainCode.ts';

/** Maximum number of trains that are not named but could have been visible. */
const MAX_OTHERS = 30;
/** Length limit, because a longer profile contains little of one scrape. */
const MAX_SCRAPE_PROFILE_SECONDS = 60;

export interface TrainRow {
  key: string;
  /** `rule group node`. */
  name: string;
  /** Rule files, for a title; '' if there are none. */
  files: string;
  every: string;
  lasts: string;
  /** `1.2 core-s`; null if not measured or not named. */
  cost: string | null;
  /** `1.1 to 1.3 core-s`, the 95 % interval. */
  interval: string | null;
  /** Cores above the quiet level. */
  cores: string | null;
  spikes: number;
  /** Why it is not named. */
  verdict: string;
  isNamed: boolean;
}

export interface TrainFoldView {
  key: string;
  name: string;
  chart: ChartModel;
  note: string;
  /** Profile that shows its code; null if there is none. */
  code: TrainCode | null;
  capture: TrainCapture;
}

/** Capture of its profile: of the next evaluation of a group, or of one period of a job. */
export interface TrainCapture { label: string; request: { kind: 'cpu'; seconds?: number } & CaptureTime }

type CaptureTime = { at: 'next-evaluation'; group: string } | { at: 'now' };

export interface TrainsView {
  rows: TrainRow[];
  /** Sentence on omitted rows; null without any. */
  omitted: string | null;
  /** `2 of 31 make CPU spikes`. */
  holds: string;
  /** Folds in the order of the rows: of the named trains, and of the busiest others. */
  folds: TrainFoldView[];
}

/** Returns the view; null if the target has no rule groups or scrape jobs, or an older answer lacks them. */
export function trainsView({ spikes, profiles }: Pick<GcCpuPanel, 'spikes' | 'profiles'>): TrainsView | null {
  const { trains } = spikes;
  if (trains === undefined || trains.length === 0) return null;
  const named = trains.filter(({ verdict }) => verdict === 'named');
  const short = trains.filter(({ verdict }) => verdict === 'too-short');
  const others = trains.filter(({ verdict }) => verdict !== 'named' && verdict !== 'too-short');
  const codes = trainCodes({ spikes, profiles });
  const shown = [...named, ...others.slice(0, MAX_OTHERS)];
  return {
    rows: shown.map(rowOf), omitted: omittedText(short.length, others.length - Math.min(others.length, MAX_OTHERS)),
    holds: named.length === 0 ? `none of ${trains.length} makes CPU rise`
      : `${named.length} of ${trains.length} make CPU rise`,
    folds: shown.flatMap((train) => {
      const chart = foldChart(train);
      return chart === null ? [] : [{
        key: keyOf(train), name: trainName(train), chart, note: noteOf(train),
        code: codes[trains.indexOf(train)] ?? null, capture: captureOf(train),
      }];
    }),
  };
}

/** Returns `27 more are too short to see: one evaluation or scrape cannot use enough CPU.` */
function omittedText(short: number, others: number): string | null {
  const said = [
    short === 0 ? null : `${short} more ${short === 1 ? 'is' : 'are'} too short to see: one evaluation or scrape `
      + 'cannot use enough CPU',
    others === 0 ? null : `${others} more without a rise of CPU`,
  ].filter((text) => text !== null);
  return said.length === 0 ? null : `${said.join('; ')}.`;
}

function keyOf({ kind, names, files, periodSeconds }: SpikeTrain): string {
  return [kind, ...names, ...files, periodSeconds].join(' ');
}

/** Returns the capture; with several indistinguishable trains any one works, because they are evaluated at once. */
function captureOf({ kind, names: [name = ''], files: [file = null], periodSeconds }: SpikeTrain): TrainCapture {
  if (kind === 'rule-group') {
    const group = file === null || file === '' ? name : `${file};${name}`;
    return { label: 'Book CPU profile of its next evaluation', request: { kind: 'cpu', at: 'next-evaluation', group } };
  }
  const seconds = Math.min(MAX_SCRAPE_PROFILE_SECONDS, Math.max(1, Math.ceil(periodSeconds)));
  return { label: `Take a ${formatSeconds(seconds)} CPU profile now`, request: { kind: 'cpu', seconds, at: 'now' } };
}

function rowOf(train: SpikeTrain): TrainRow {
  const { files, periodSeconds, widthSeconds, coreSeconds, lowCoreSeconds, highCoreSeconds, verdict, targets } = train;
  const isNamed = verdict === 'named' && coreSeconds !== null;
  return {
    key: keyOf(train), name: trainName(train), files: files.filter((file) => file !== null).join(', '),
    every: formatSeconds(periodSeconds), lasts: formatSeconds(widthSeconds),
    cost: isNamed ? formatValue(coreSeconds, 'coreSeconds') : null,
    interval: isNamed && lowCoreSeconds !== null && highCoreSeconds !== null
      ? `${formatValue(lowCoreSeconds, 'coreSeconds')} to ${formatValue(highCoreSeconds, 'coreSeconds')}` : null,
    cores: isNamed ? formatValue(targets * coreSeconds / periodSeconds, 'cores') : null,
    spikes: train.spikes, verdict: verdictText(train), isNamed,
  };
}

/** Returns `One evaluation adds 1.2 core-s (95 % interval 1.1 to 1.3 core-s) over 20 measured; 95 % of them add ...` */
function noteOf(train: SpikeTrain): string {
  const { kind, pulses, coreSeconds, lowCoreSeconds, highCoreSeconds, risingRatio } = train;
  if (train.verdict !== 'named') return `Not named: ${verdictText(train)}.`;
  const what = kind === 'rule-group' ? 'evaluation' : 'scrape';
  const cost = coreSeconds === null || lowCoreSeconds === null || highCoreSeconds === null ? ''
    : `One ${what} adds ${formatValue(coreSeconds, 'coreSeconds')} (95 % interval ${
      formatValue(lowCoreSeconds, 'coreSeconds')} to ${formatValue(highCoreSeconds, 'coreSeconds')}) over ${
      pulses} measured`;
  const rising = risingRatio === null ? '' : `; ${formatValue(Math.round(100 * risingRatio) / 100, 'ratio')
    } of them add at least half of that`;
  const samples = samplesText(train);
  const others = [...otherCosts(train), ...(samples === null ? [] : [samples])];
  return `${cost}${rising}${others.map((text) => `; ${text}`).join('')}.`;
}

/** Returns CPU over one period, from a quarter of it before the start of a pulse. */
function foldChart(train: SpikeTrain): ChartModel | null {
  const { fold, widthSeconds } = train;
  if (fold === null || fold.offsetSeconds.length < 2) return null;
  const [first, second] = fold.offsetSeconds;
  const step = (second ?? 0) - (first ?? 0);
  const what = train.kind === 'rule-group' ? 'evaluation' : 'scrape';
  const { colour } = SPIKE_LOOKS[train.kind];
  return {
    label: `CPU around ${fold.pulses} ${what}s of ${trainName(train)}, overlaid: median and middle half.`,
    x: {
      kind: 'offset', values: fold.offsetSeconds, min: (first ?? 0) - step / 2,
      max: (fold.offsetSeconds.at(-1) ?? 0) + step / 2,
    },
    unit: 'cores', stepSeconds: step,
    spans: [{
      key: 'width', colour, label: `one ${what}`, fill: 'band', start: 0,
      end: Math.max(widthSeconds, step / 10), detail: `${what}, ${formatSeconds(widthSeconds)}`,
    }],
    lines: [{
      key: 'median', label: 'median', colour: 'cpu', style: 'line', values: fold.medianCores, low: fold.lowCores,
      high: fold.highCores, bandLabel: 'middle half',
    }],
    marks: [{ key: 'start', label: `${what} starts`, colour, shape: 'rule', times: [0] }],
  };
}

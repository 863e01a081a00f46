/** A start that was measured, of what every store of starts needs. */
import type { MeasuredReplay } from '../core/contract/contract.ts';
import { finding } from '../core/finding.ts';
import { parts } from '../core/text/parts.ts';

export function measuredReplay(start: number, more: Partial<MeasuredReplay> = {}): MeasuredReplay {
  return {
    key: String(start), version: '2.42.0', outcome: 'going', ending: 'Under way.', start, end: null, startSeen: true,
      totalSeconds: null, reportedSeconds: null,
    phases: [{ name: 'segments', start, end: null, durationSeconds: 3, segments: 2 }],
      segments: { min: 0, max: 4, loaded: 2 }, segmentsPerSecond: 0.5, walBytes: null, peakRssBytes: 1e9,
    cpuSeconds: 2, warmUpSeconds: null,
      finding: finding({ code: 'start-going', severity: 'info', claim: parts`Running.`, moment: start }),
    stated: {
      mmappedChunksSeconds: null, snapshotSeconds: null, checkpointSeconds: null, segmentsSeconds: null,
      wblSeconds: null, totalSeconds: null,
    },
    segmentTimes: [], points: [{ time: start + 3, segment: 1, rssBytes: 1e9, cpuCores: 1, progressRatio: 0.4 }],
      notes: [], ...more,
  };
}

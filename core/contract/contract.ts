/**
 * Every request, response and error between the server and a client. Types only. Times are Unix seconds (fractions
 * allowed), durations seconds, sizes bytes, CPU in cores, ratios 0 to 1, unless the key says otherwise. `null` inside a
 * series is a gap, never a zero.
 */
export type { ErrorType } from './terms/errorType.ts';
export type { Labels, ScrapeErrorKind, TargetKind, TargetState } from './terms/targetKind.ts';
export type * from './terms/finding.ts';
export type * from './panels/panel.ts';
export type * from './panels/panelAnswers.ts';
export type * from './panels/memory.ts';
export type * from './panels/scrapes.ts';
export type * from './panels/compaction.ts';
export type * from './panels/gcCpu.ts';
export type * from './panels/gcWhatIf.ts';
export type * from './panels/spikes.ts';
export type * from './panels/lines.ts';
export type * from './terms/unit.ts';
export type * from './facts.ts';
export type * from './panels/host.ts';
export type * from './panels/trains.ts';
export type * from './panels/walReplay.ts';
export type * from './replay.ts';
export type * from './terms/query.ts';
export type * from './queries.ts';
export type * from './capture.ts';
export type * from './profile.ts';
export type * from './stackFacts.ts';
export type * from './profileView.ts';
export type * from './profiling.ts';
export type * from './profileSpan.ts';
export type * from './panels/cpuSplit.ts';
export type * from './benchmark.ts';
export type * from './incident.ts';
export type * from './logErrors.ts';
export type * from './note.ts';
export type * from './embed.ts';
export type * from './discovery.ts';
export type * from './fleet.ts';
export type * from './handover.ts';
export type * from './access.ts';
export type * from './self.ts';
export type * from './envelope.ts';
export type * from './liveEvents.ts';
export type * from './serverStatus.ts';
export type * from './storage.ts';
export type * from './target.ts';

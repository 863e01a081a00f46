/** Routes for targets, their recorded data, and embeds. */
import type { IncidentPart } from '../contract.ts';
import { PANEL_NAMES, PANELS } from '../../panels.ts';
import { MAX_TEXTS_BYTES } from './benchmarkBody.ts';
import {
  ADD_REQUEST, CAPTURE_REQUEST, EMBED_REQUEST, MAX_NOTE_BODY_BYTES, NOTE_CHANGE, NOTE_REQUEST, PROFILING_REQUEST,
  RULES_REQUEST,
} from './bodies.ts';
import type { Declarations } from './declaration.ts';
import { PICTURE } from './parameters.ts';
import { duration, flag, list, oneOf, required, text, time, whole } from './schema.ts';

const SPAN = { start: time(), end: time('RFC 3339 or Unix seconds. Default: now, or where the recording ends.') };
export const WINDOW = { ...SPAN, step: duration('Width of a point: 15s, 2h or seconds.') };
/** Parameters of judged answers: the same window and moment always give the same answer. */
const JUDGED = {
  ...WINDOW,
  asOf: time('The moment as of which the window is judged: RFC 3339 or Unix seconds. Default: now.'),
};
const PANEL_PICTURE = { ...JUDGED, last: duration('In place of start: so long before the end.'), ...PICTURE };
const TARGET = text(200, { description: 'Name of a target.' });
const NAME = text(200, { description: 'Name of the new target.' });

/** Returns the answer type of a panel: `GcCpuPanel` for `gc-cpu`. */
function answerType(name: string): string {
  return `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Panel`;
}

export const INCIDENT_PARTS: readonly IncidentPart[] = ['profiles', 'uploads', 'replays', 'notes'];
/** Upper limit, because more curves on one axis are not distinguishable. */
export const MAX_OVERLAP = 24;

const gzip = { bytes: ['application/gzip', 'application/octet-stream'] } as const;
const log = { bytes: ['text/plain', 'application/gzip'], part: 'log' } as const;
const archive = { bytes: ['application/gzip', 'application/x-tar', 'application/zip'], part: 'file' } as const;
const archiveQuery = { name: NAME, file: text(1000, { description: 'Its file name, for what has no other name.' }) };

export const TARGET_ROUTES = {
  'GET /openapi.json': { summary: 'This document.', data: 'object', plain: true },
  'GET /status': { summary: 'The program: version, demo or not, storage.', data: 'ServerStatus' },
  'GET /self': { summary: 'What tsdbscope itself costs, and what it dropped and why.', data: 'SelfStatus' },
  'GET /discovery': {
    summary: 'Where targets are found, which there are, and which were dropped.', data: 'DiscoveredJob[]',
  },
  'GET /fleet': {
    summary: 'All targets at once: state, CPU, GC, memory and events, the worst first, and what they have in common.',
    query: { start: time(), end: time('RFC 3339 or Unix seconds, of the last 24 hours. Default: now.') }, data: 'Fleet',
  },
  'GET /targets': { summary: 'Every target with its state.', data: 'Target[]' },
  'POST /targets': {
    summary: 'Adds a target, within add_targets of the configuration; kept across restarts.',
    body: { json: ADD_REQUEST, maxBytes: 4096 }, status: 201, data: { target: 'Target' },
  },
  'GET /added-targets': {
    summary: 'What may be added as a target, and what was.', data: 'AddedTargetsView', role: 'operator',
  },
  'DELETE /added-targets/{target}': {
    summary: 'Stops scraping a target that was added; what it recorded stays.', data: 'null', role: 'operator',
  },
  'GET /targets/{target}': { summary: 'One target.', data: 'Target' },
  'DELETE /targets/{target}': { summary: 'Removes a recording.', data: 'null' },
  'GET /targets/{target}/panels/{panel}': {
    summary: 'One panel; as csv or text the part of it that "part" names.',
    query: { ...JUDGED, format: oneOf(['json', 'csv', 'text']), part: text(100) },
    by: {
      parameter: 'panel',
      of: Object.fromEntries(
        PANEL_NAMES.map((name) => [name, { summary: PANELS[name].summary, data: answerType(name) }])
      ),
    },
  },
  'GET /targets/{target}/panels/{panel}.svg': {
    summary: 'The panel as a picture. An error is a picture too.', query: PANEL_PICTURE, mediaType: 'image/svg+xml',
    failsInKind: true,
  },
  'GET /targets/{target}/panels/{panel}.png': {
    summary: 'The panel as a picture. An error is a picture too.', query: PANEL_PICTURE, mediaType: 'image/png',
    failsInKind: true,
  },
  'GET /targets/{target}/lines': {
    summary: 'CPU, memory, scrape duration and events of a window without analysis: what a page draws first.',
    query: WINDOW, data: 'TargetLines',
  },
  'GET /targets/{target}/cpu-by-subsystem': {
    summary: 'CPU over time by subsystem, as the CPU profiles of a window have it, and which of it they cover.',
    query: WINDOW, data: 'CpuBySubsystem',
  },
  'GET /targets/{target}/cpu-by-subsystem.svg': {
    summary: 'CPU by subsystem as a picture. An error is a picture too.', query: PANEL_PICTURE,
    mediaType: 'image/svg+xml', failsInKind: true,
  },
  'GET /targets/{target}/cpu-by-subsystem.png': {
    summary: 'CPU by subsystem as a picture. An error is a picture too.', query: PANEL_PICTURE, mediaType: 'image/png',
    failsInKind: true,
  },
  'GET /targets/{target}/spikes': {
    summary: 'Spikes of CPU, scrape duration, resident memory and disk I/O, and what they come from.',
    query: JUDGED, data: 'TargetSpikes',
  },
  'GET /targets/{target}/cardinality': {
    summary: 'Metrics, labels and label pairs by series and memory, and what grew between two readings. A live target '
      + 'is asked by it, at most once a minute for all readers together, and not while it is slow.',
    query: SPAN, data: 'TargetCardinality',
  },
  'GET /targets/{target}/trains': {
    summary: 'Rule groups of the window: cost, missed evaluations, failures, drift; and the phase, period and width of '
      + 'each and of each scraped target.',
    query: SPAN, data: 'TargetTrains',
  },
  'GET /targets/{target}/queries': {
    summary: 'Of a VictoriaMetrics: its queries of the last ten minutes by total duration, and those that it evaluated '
      + 'when it was last asked, at most once a minute.',
    data: 'TargetQueryLists',
  },
  'GET /targets/{target}/host': {
    summary: 'Cores, disks and memory of its host, by the node_exporter scraped beside it.', query: WINDOW,
    data: 'HostView',
  },
  'GET /herd/compaction': {
    summary: 'The compactions of several targets folded on one clock.',
    query: {
      targets: list(TARGET, MAX_OVERLAP, {
        description: 'Default: all.',
        words: (names) => `"targets" names ${String(names).split(',').length}; at most ${MAX_OVERLAP} `
          + 'of at most 200 characters fit on one axis.',
      }),
      ...WINDOW,
    },
    data: 'CompactionHerd',
  },
  'POST /logs/compaction': {
    summary: 'Reads the compactions in a server\'s log, plain or gzip, or in the meta.json files of its blocks, one '
      + 'after the other; with a target its panel has them too, if they are of one server.',
    query: { target: TARGET }, body: log, data: 'CompactionLogs',
  },
  'GET /targets/{target}/findings': {
    summary: 'The sentences of all panels, worst first.', query: JUDGED, data: 'PanelFinding[]',
  },
  'GET /targets/{target}/samples': {
    summary: 'Raw recorded samples of a series selector.',
    query: {
      match: required(text(10_000), '"match" is missing; give a series selector such as match=go_goroutines.'),
      ...WINDOW,
    },
    data: 'SampleSeries[]',
  },
  'GET /targets/{target}/live': {
    summary: 'Server-sent events: scrapes, state changes, captures.', mediaType: 'text/event-stream',
  },
  'GET /targets/{target}/recording': {
    summary: 'The window as a recording file.', query: WINDOW, mediaType: 'application/gzip', audited: true,
  },
  'GET /targets/{target}/export': {
    summary: 'The samples of the window for other programs: OpenMetrics text with times, or Parquet.',
    query: {
      format: required(
        oneOf(['openmetrics', 'parquet']), '"format" is missing; give openmetrics or parquet.'
      ),
      match: text(10_000, { description: 'A series selector. Default: every series.' }),
      ...WINDOW,
    },
    mediaType: 'application/openmetrics-text', audited: true,
  },
  'GET /targets/{target}/captures': {
    summary: 'Captures of the target with cause, cost and result, newest first; also of before a restart.',
    data: 'Capture[]',
  },
  'POST /targets/{target}/captures': {
    summary: 'Captures a profile: now, at a time, every so often, or at the next compaction.',
    body: { json: CAPTURE_REQUEST, maxBytes: 16 * 2 ** 10 }, status: 202, data: { capture: 'Capture' },
  },
  'GET /targets/{target}/profiling': {
    summary: 'Profiles that tsdbscope takes of the target automatically: plans, state, cost.', data: 'Profiling',
  },
  'PUT /targets/{target}/profiling': {
    summary: 'Switches continuous profiling of the target on or off; survives restarts.',
    body: { json: PROFILING_REQUEST, maxBytes: 2 ** 10 }, data: 'Profiling',
  },
  'PUT /targets/{target}/profiling/rules': {
    summary: 'Sets what starts a profile of the target, in place of what is configured; survives restarts.',
    body: { json: RULES_REQUEST, maxBytes: 64 * 2 ** 10 }, data: 'Profiling',
  },
  'DELETE /targets/{target}/profiling/rules': {
    summary: 'What starts a profile of the target is as configured again.', data: 'Profiling', role: 'operator',
  },
  'GET /captures/{id}': { summary: 'Progress of a capture.', data: 'Capture' },
  'GET /captures/{id}/bundle': {
    summary: 'The bundle of a capture of everything, as of `promtool debug all`: tar.gz.',
    mediaType: 'application/gzip', audited: true,
  },
  'DELETE /captures/{id}': {
    summary: 'Cancels a capture that waits or runs.', data: 'Capture', role: 'operator',
  },
  'POST /recordings': {
    summary: 'Opens a recording file as a target.', query: { name: NAME }, body: gzip, status: 201,
    data: { target: 'Target' },
  },
  'GET /targets/{target}/notes': {
    summary: 'Notes that touch the window, earliest first; all without one.', query: { start: time(), end: time() },
    data: 'Note[]',
  },
  'POST /targets/{target}/notes': {
    summary: 'Puts a note on the time axis.', body: { json: NOTE_REQUEST, maxBytes: MAX_NOTE_BODY_BYTES }, status: 201,
    data: 'Note',
  },
  'PATCH /targets/{target}/notes/{id}': {
    summary: 'Changes a note; refused with 409 when it was changed since the revision named.',
    body: { json: NOTE_CHANGE, maxBytes: MAX_NOTE_BODY_BYTES }, data: 'Note',
  },
  'DELETE /targets/{target}/notes/{id}': {
    summary: 'Removes a note; answers it as it was.', role: 'operator',
    query: {
      revision: required(
        whole(Number.MAX_SAFE_INTEGER),
        '"revision" is missing; give that of the note as you saw it, so that nobody else\'s change is lost.',
      ),
    },
    data: 'Note',
  },
  'POST /targets/{target}/notes/{id}/restore': {
    summary: 'Brings back a note that was removed since the program started.', data: 'Note',
  },
  'GET /targets/{target}/postmortem.md': {
    summary: 'The window as Markdown for a postmortem: findings, timeline, notes, figures, links.', query: JUDGED,
    mediaType: 'text/markdown',
  },
  'POST /targets/{target}/postmortem.md': {
    summary: 'The same, with pictures that stay as they are now: frozen embeds, kept for a year.', query: JUDGED,
    mediaType: 'text/markdown',
  },
  'GET /targets/{target}/incident': {
    summary: 'The window as an incident file: samples, profiles, starts, notes, findings; opens on another tsdbscope.',
    query: {
      ...JUDGED,
      include: list(oneOf(['none', ...INCIDENT_PARTS]), INCIDENT_PARTS.length, {
        description: 'What goes in besides the samples. Default: all of it.',
        not: { contains: { const: 'none' }, minItems: 2 },
        words: (names) => `"include"="${String(names).slice(0, 40)}": it takes none, or some of `
          + `${INCIDENT_PARTS.join(', ')} joined by commas.`,
      }),
      redact: flag({ description: 'false keeps command lines.' }),
    },
    mediaType: 'application/gzip', audited: true,
  },
  'POST /incidents': {
    summary: 'Opens an incident file as a recorded target; also every other archive, as below.',
    query: archiveQuery, body: archive, status: 201, data: 'OpenedArchive',
  },
  'POST /debug-bundles': {
    summary:
      'Opens the tarball of promtool debug, a tar or zip of profiles, or a folder of '
        + 'them (multipart, each part\'s file name its path).',
    query: archiveQuery, body: archive, status: 201, data: 'OpenedArchive',
  },
  'GET /replays': {
    summary: 'Every replay that was seen, newest first; of one target with its probe budget.',
    query: { target: TARGET, budget: duration('How long the probes of the target let a start take.') },
    data: 'ReplayList',
  },
  'POST /replays': {
    summary: 'Reads the starts in a server\'s log, plain or gzip, as the body or a part named "log"; each is kept.',
    query: {
      target: TARGET,
      name: text(300, { description: 'Of the log: without a target it and their time identify the starts.' }),
    },
    body: log, status: 201, data: 'ReplayLog',
  },
  'GET /replays/{id}': { summary: 'One replay with its timeline.', data: 'Replay' },
  'DELETE /replays/{id}': { summary: 'Forgets a replay.', data: 'null' },
  'POST /embeds': {
    summary: 'Makes a signed link that opens one panel, flame graph, diff or benchmark.',
    body: { json: EMBED_REQUEST, maxBytes: MAX_TEXTS_BYTES, inWorker: true }, status: 201, data: 'Embed',
  },
  'GET /embeds': { summary: 'Every embed that can still be opened, newest first.', data: 'Embed[]' },
  'DELETE /embeds/{id}': { summary: 'Revokes an embed.', data: 'null' },
} as const satisfies Declarations;

import { PANEL_NAMES, PANELS } from '../../../core/panels.ts';
import schemas from '../../../core/contract/schemas.json' with { type: 'json' };

interface Route {
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  summary: string;
  /** Query parameters beside those of the path. */
  query?: string[];
  /** Request body's media type. */
  body?: string;
  /** Name of the contract type inside the envelope's `data`, or a schema of its own; absent = no JSON. */
  data?: string | object;
  mediaType?: string;
  /** The JSON is the data itself, without the envelope. */
  plain?: true;
  status?: number;
}

const WINDOW = ['start', 'end', 'step'];
const PANEL = [...WINDOW, 'format', 'part'];
const FILTERS = ['sampleType', 'focus', 'ignore', 'hide', 'show', 'show_from', 'tagfocus', 'tagignore', 'granularity', 'noinlines', 'trim_path', 'prune_from'];
const DIFF = ['before', 'after', 'normalize', 'base', ...FILTERS];
const TEXT = ['limit', 'format', 'unit'];
const PICTURE = ['width', 'theme', 'scale'];
const GRAPH = ['nodecount', 'nodefraction', 'edgefraction'];
/** `gc-cpu` answers a `GcCpuPanel`. */
function answerType(name: string): string {
  return `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Panel`;
}
const listOf = (name: string): object => ({ type: 'array', items: reference(name) });

/** Every route under /api/v1. The test of app.ts asks each and holds the answer against its schema. */
export const ROUTES: Route[] = [
  { method: 'get', path: '/openapi.json', summary: 'This document.', mediaType: 'application/json' },
  { method: 'get', path: '/status', summary: 'The program: version, demo or not, storage.', data: 'ServerStatus' },
  { method: 'get', path: '/targets', summary: 'Every target with its state.', data: listOf('Target') },
  { method: 'get', path: '/targets/{target}', summary: 'One target.', data: 'Target' },
  { method: 'delete', path: '/targets/{target}', summary: 'Removes a recording.', data: { type: 'null' } },
  ...PANEL_NAMES.map((name): Route => ({
    method: 'get', path: `/targets/{target}/panels/${name}`, summary: PANELS[name].summary, query: PANEL,
    data: answerType(name),
  })),
  ...['svg', 'png'].flatMap((ending): Route[] => {
    const mediaType = ending === 'svg' ? 'image/svg+xml' : 'image/png';
    return [
      { method: 'get', path: `/targets/{target}/panels/{panel}.${ending}`, summary: 'The panel as a picture; last=1h in place of start. An error is a picture too.', query: [...WINDOW, 'last', ...PICTURE], mediaType },
      { method: 'get', path: `/profiles/{id}/flamegraph.${ending}`, summary: 'The flame graph as a picture.', query: [...FILTERS, 'zoom', ...PICTURE], mediaType },
      { method: 'get', path: `/diff/flamegraph.${ending}`, summary: 'The flame graph of a diff as a picture.', query: [...DIFF, 'zoom', ...PICTURE], mediaType },
    ];
  }),
  { method: 'get', path: '/targets/{target}/host', summary: 'Cores, disks and memory of its host, by the node_exporter scraped beside it.', query: WINDOW, data: 'HostView' },
  { method: 'get', path: '/herd/compaction', summary: 'Several targets (all without "targets", a list joined by commas) folded on one clock.', query: ['targets', 'start', 'end'], data: 'CompactionHerd' },
  { method: 'post', path: '/logs/compaction', summary: 'Reads the compactions in a server\'s log, plain or gzip; with a target its panel has them too.', query: ['target'], body: 'text/plain', data: 'CompactionLog' },
  { method: 'get', path: '/targets/{target}/findings', summary: 'The sentences of all panels, worst first.', query: ['start', 'end'], data: listOf('PanelFinding') },
  { method: 'get', path: '/targets/{target}/samples', summary: 'Raw recorded samples of a series selector.', query: ['match', 'start', 'end'], data: listOf('SampleSeries') },
  { method: 'get', path: '/targets/{target}/live', summary: 'Server-sent events: scrapes, state changes, captures.', mediaType: 'text/event-stream' },
  { method: 'get', path: '/targets/{target}/recording', summary: 'The window as a recording file.', query: ['start', 'end'], mediaType: 'application/gzip' },
  { method: 'get', path: '/targets/{target}/captures', summary: 'Captures of the target, newest first.', data: listOf('Capture') },
  {
    method: 'post', path: '/targets/{target}/captures', summary: 'Captures a profile, now or at the next compaction.', body: 'application/json', status: 202,
    data: { type: 'object', properties: { capture: reference('Capture') }, required: ['capture'] },
  },
  { method: 'get', path: '/captures/{id}', summary: 'Progress of a capture.', data: 'Capture' },
  { method: 'delete', path: '/captures/{id}', summary: 'Cancels a capture that waits or runs.', data: 'Capture' },
  {
    method: 'post', path: '/recordings', summary: 'Opens a recording file as a target.', query: ['name'], body: 'application/gzip', status: 201,
    data: { type: 'object', properties: { target: reference('Target') }, required: ['target'] },
  },
  { method: 'get', path: '/targets/{target}/notes', summary: 'Notes that touch the window, earliest first; all without one.', query: ['start', 'end'], data: listOf('Note') },
  { method: 'post', path: '/targets/{target}/notes', summary: 'Puts a note on the time axis.', body: 'application/json', status: 201, data: 'Note' },
  { method: 'patch', path: '/targets/{target}/notes/{id}', summary: 'Changes a note; refused with 409 when it was changed since the revision named.', body: 'application/json', data: 'Note' },
  { method: 'delete', path: '/targets/{target}/notes/{id}', summary: 'Removes a note; answers it as it was.', query: ['revision'], data: 'Note' },
  { method: 'post', path: '/targets/{target}/notes/{id}/restore', summary: 'Brings back a note that was removed since the program started.', data: 'Note' },
  { method: 'get', path: '/targets/{target}/postmortem.md', summary: 'The window as Markdown for a postmortem: findings, timeline, notes, figures, links.', query: ['start', 'end'], mediaType: 'text/markdown' },
  { method: 'get', path: '/targets/{target}/incident', summary: 'The window as an incident file: samples, profiles, starts, notes, findings; opens on another tsdbscope. "include" names what goes in beside the samples (profiles, uploads, replays, notes, or none); redact=false keeps command lines.', query: ['start', 'end', 'include', 'redact'], mediaType: 'application/gzip' },
  { method: 'post', path: '/incidents', summary: 'Opens an incident file as a recorded target; also every other archive, as below. "file": its file name, for what has no other name.', query: ['name', 'file'], body: 'application/gzip', status: 201, data: 'OpenedArchive' },
  { method: 'post', path: '/debug-bundles', summary: 'Opens the tarball of promtool debug, a tar or zip of profiles, or a folder of them (multipart, each part\'s file name its path).', query: ['name', 'file'], body: 'application/gzip', status: 201, data: 'OpenedArchive' },
  { method: 'post', path: '/targets/{target}/postmortem.md', summary: 'The same, with pictures that stay as they are now: frozen embeds, kept for a year.', query: ['start', 'end'], mediaType: 'text/markdown' },
  { method: 'get', path: '/replays', summary: 'Every replay that was seen, newest first; of one target with its probe budget.', query: ['target', 'budget'], data: 'ReplayList' },
  { method: 'post', path: '/replays', summary: 'Reads the starts in a server\'s log, plain or gzip, as the body or a part named "log"; each is kept.', query: ['target', 'name'], body: 'text/plain', status: 201, data: 'ReplayLog' },
  { method: 'get', path: '/replays/{id}', summary: 'One replay with its timeline.', data: 'Replay' },
  { method: 'delete', path: '/replays/{id}', summary: 'Forgets a replay.', data: { type: 'null' } },
  { method: 'get', path: '/profiles', summary: 'Every profile, newest first.', data: listOf('ProfileInfo') },
  { method: 'post', path: '/profiles', summary: 'Uploads profiles: the bytes, or parts named "profile".', query: ['name'], body: 'application/octet-stream', status: 201, data: listOf('ProfileInfo') },
  { method: 'get', path: '/profiles/{id}', summary: 'One profile.', data: 'ProfileInfo' },
  { method: 'delete', path: '/profiles/{id}', summary: 'Removes a profile.', data: { type: 'null' } },
  { method: 'get', path: '/profiles/{id}/download', summary: 'The profile, gzip.', mediaType: 'application/gzip' },
  { method: 'get', path: '/profiles/{id}/top', summary: 'flat and cum of every function; as text, what go tool pprof -top prints.', query: [...FILTERS, ...TEXT, 'nodecount', 'nodefraction'], data: 'TopTable' },
  { method: 'get', path: '/profiles/{id}/flamegraph', summary: 'The tree of stacks, or of those below the frame that zoom (a JSON list of names from the root) leads to; also csv, text (folded stacks), svg.', query: [...FILTERS, 'minRatio', 'zoom', 'format'], data: 'FlameGraph' },
  { method: 'get', path: '/profiles/{id}/callers', summary: 'Callers and callees of a function, as rows and as trees.', query: [...FILTERS, 'function', 'minRatio', 'format'], data: 'CallersTable' },
  { method: 'get', path: '/profiles/{id}/lines', summary: 'flat and cum of every line of a function.', query: [...FILTERS, 'function', 'format'], data: 'LinesTable' },
  { method: 'get', path: '/profiles/{id}/tags', summary: 'What was spent under each value of each label.', query: [...FILTERS, 'by', 'tagshow', 'taghide', 'limit', 'format'], data: 'TagsTable' },
  { method: 'get', path: '/profiles/{id}/traces', summary: 'Every stack with its value and labels.', query: [...FILTERS, 'tagshow', 'taghide', ...TEXT], data: 'TracesTable' },
  { method: 'get', path: '/profiles/{id}/subsystems', summary: 'What each subsystem spent.', query: [...FILTERS, 'format'], data: 'SubsystemTable' },
  { method: 'get', path: '/profiles/{id}/search', summary: 'What all stacks through functions of a name add up to.', query: [...FILTERS, 'search'], data: 'SearchTotal' },
  { method: 'get', path: '/diff/search', summary: 'What all stacks through functions of a name add up to on both sides.', query: [...DIFF, 'search'], data: 'DiffSearchTotal' },
  { method: 'get', path: '/profiles/{id}/graph', summary: 'The call graph as SVG.', query: [...FILTERS, ...GRAPH], mediaType: 'image/svg+xml' },
  { method: 'get', path: '/diff/graph', summary: 'The call graph of the differences as SVG.', query: [...DIFF, 'drop_negative', ...GRAPH], mediaType: 'image/svg+xml' },
  { method: 'get', path: '/diff/callers', summary: 'Callers and callees of a function on both sides.', query: [...DIFF, 'drop_negative', 'function', 'minRatio', 'format'], data: 'DiffCallersTable' },
  { method: 'get', path: '/diff/lines', summary: 'flat and cum of every line of a function on both sides.', query: [...DIFF, 'function', 'format'], data: 'DiffLinesTable' },
  { method: 'get', path: '/diff/tags', summary: 'What was spent under each value of each label on both sides.', query: [...DIFF, 'by', 'tagshow', 'taghide', 'limit', 'format'], data: 'DiffTagsTable' },
  { method: 'get', path: '/diff/traces', summary: 'Every stack with its values on both sides and its labels.', query: [...DIFF, 'tagshow', 'taghide', ...TEXT], data: 'DiffTracesTable' },
  { method: 'get', path: '/diff/subsystems', summary: 'What each subsystem spent on both sides.', query: [...DIFF, 'format'], data: 'DiffSubsystemTable' },
  { method: 'get', path: '/diff/top', summary: 'flat and cum of every function on both sides.', query: [...DIFF, 'drop_negative', ...TEXT, 'nodecount', 'nodefraction'], data: 'DiffTopTable' },
  { method: 'get', path: '/diff/flamegraph', summary: 'The tree of the stacks of both sides; zoom and formats as for one profile.', query: [...DIFF, 'minRatio', 'zoom', 'format'], data: 'DiffFlameGraph' },
  { method: 'get', path: '/diff/comparability', summary: 'What makes two profiles unlike, and the normalisation that helps.', query: ['before', 'after', 'normalize', 'sampleType'], data: 'Comparability' },
  { method: 'get', path: '/diff/report.md', summary: 'The diff as Markdown for a pull request.', query: DIFF, mediaType: 'text/markdown' },
  { method: 'get', path: '/diff/report.html', summary: 'The diff as one HTML file that needs no server.', query: [...DIFF, 'limit', 'minRatio'], mediaType: 'text/html' },
  { method: 'post', path: '/benchmarks', summary: 'Compares outputs of go test -bench as benchstat does, or two of GNU time.', body: 'application/json', data: 'BenchmarkReport' },
  { method: 'post', path: '/embeds', summary: 'Makes a signed link that opens one panel, flame graph, diff or benchmark.', body: 'application/json', status: 201, data: 'Embed' },
  { method: 'get', path: '/embeds', summary: 'Every embed that can still be opened, newest first.', data: listOf('Embed') },
  { method: 'delete', path: '/embeds/{id}', summary: 'Revokes an embed.', data: { type: 'null' } },
  { method: 'get', path: '/diff/download', summary: 'After minus before as a pprof profile.', query: DIFF, mediaType: 'application/gzip' },
];

/** Those beside the API, in the document for whoever looks for them there. */
const OWN_ROUTES: Route[] = [
  { method: 'get', path: '/healthz', summary: 'Whether the program runs; needs no password.', mediaType: 'text/plain' },
  { method: 'get', path: '/readyz', summary: 'Whether samples are being stored: 200, or 503 with the reason; needs no password.', mediaType: 'text/plain' },
  { method: 'get', path: '/metrics', summary: 'The program\'s own metrics, in the text format of Prometheus.', mediaType: 'text/plain' },
  { method: 'get', path: '/embed/{token}', summary: 'The panel alone, for a frame; the token is what opens it.', mediaType: 'text/html' },
  { method: 'get', path: '/embed/{token}.svg', summary: 'The same as a picture. An error is a picture too.', query: PICTURE, mediaType: 'image/svg+xml' },
  { method: 'get', path: '/embed/{token}.png', summary: 'The same as a picture. An error is a picture too.', query: PICTURE, mediaType: 'image/png' },
  { method: 'get', path: '/oembed', summary: 'oEmbed 1.0 of an embed\'s address.', query: ['url', 'format', 'maxwidth', 'maxheight'], data: { type: 'object' }, plain: true },
];

/** The OpenAPI 3.1 document. */
export function openApi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of ROUTES) (paths[route.path] ??= {})[route.method] = operation(route);
  for (const route of OWN_ROUTES) paths[route.path] = { servers: [{ url: '/' }], [route.method]: operation(route) };
  return {
    openapi: '3.1.0',
    info: { title: 'tsdbscope', version },
    servers: [{ url: '/api/v1' }],
    paths,
    components: { schemas: modernised(schemas) },
  };
}

function operation(route: Route): object {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1], in: 'path', required: true, schema: { type: 'string' },
  }));
  const inQuery = (route.query ?? []).map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } }));
  const content = route.data === undefined
    ? { [route.mediaType ?? 'application/octet-stream']: {} }
    : { 'application/json': { schema: route.plain === true ? route.data : envelope(typeof route.data === 'string' ? reference(route.data) : route.data) } };
  return {
    summary: route.summary,
    parameters: [...inPath, ...inQuery],
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: { [route.body]: {} } } }),
    responses: {
      [route.status ?? 200]: { description: 'Success.', content },
      default: { description: 'Failure, in one sentence.', content: { 'application/json': { schema: failureSchema } } },
    },
  };
}

const failureSchema = {
  type: 'object',
  properties: { status: { const: 'error' }, errorType: { $ref: '#/components/schemas/ErrorType' }, error: { type: 'string' } },
  required: ['status', 'errorType', 'error'],
};

function envelope(data: object): object {
  return { type: 'object', properties: { status: { const: 'success' }, data }, required: ['status', 'data'] };
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** Draft 7, as generated, to the 2020-12 dialect of OpenAPI 3.1: references move, tuples become prefixItems. */
function modernised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernised);
  if (typeof value === 'string') return value.replace(/^#\/definitions\//, '#/components/schemas/');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => (
    key === 'items' && Array.isArray(inner) ? ['prefixItems', modernised(inner)] : [key, modernised(inner)]
  )));
}

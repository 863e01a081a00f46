/** Routes about profiles, diffs and benchmarks. */
import type { Normalize, SideFilterKey } from '../contract.ts';
import { sideFilterKeys } from '../../profile/sideFilters.ts';
import { Type as T, type TSchema } from 'typebox';
import { BENCHMARK_REQUEST, MAX_OUTPUT_NAME, MAX_TEXTS_BYTES } from './benchmarkBody.ts';
import type { Declarations } from './declaration.ts';
import { PICTURE } from './parameters.ts';
import { between, flag, list, oneOf, ratio, required, text, whole } from './schema.ts';

const MAX_ROWS = 1_000_000;
const MAX_GROUP = 50;
/** Limit of an id; the id of a span of time includes its target. */
const MAX_ID_LENGTH = 700;
const MAX_FUNCTION_LENGTH = 10_000;
/** Limit of nodes, because layout of more takes too long. */
export const MAX_GRAPH_NODES = 500;
/** Thirty years, for samples of a clock that was adjusted. */
const MAX_TIMELINE_SECONDS = 1e9;
/** Limit below the 16 KiB of request line and headers that Node accepts. */
const MAX_ZOOM_LENGTH = 12_000;

const regex = (description: string) => text(1000, { description: `Regular expression (RE2): ${description}` });

/** Filters as in `go tool pprof`. */
const FILTERS = {
  sampleType: text(200, { description: 'Default: the one the profile names.' }),
  focus: regex('stacks through a match.'),
  ignore: regex('no stacks through a match.'),
  hide: regex('frames to drop.'),
  show: regex('frames kept.'),
  show_from: regex('frames above the first match are dropped.'),
  tagfocus: regex('samples with such a label.'),
  tagignore: regex('no samples with such a label.'),
  tagshow: regex('keys of labels to show.'),
  taghide: regex('keys of labels to drop.'),
  tagroot: text(1000, { description: 'Keys of labels, separated by commas: their values as outermost frames.' }),
  tagleaf: text(1000, { description: 'Keys of labels, separated by commas: their values as innermost frames.' }),
  subsystem: text(1000, {
    description: 'Stacks of one subsystem: the id of a row of /subsystems, such as gc or package:encoding/json.',
  }),
  granularity: oneOf(['functions', 'files', 'lines', 'filefunctions', 'addresses']),
  noinlines: flag(),
  rename: {
    ...text(10_000, {
      description: 'Functions under another name, old:new, repeated or one rule a line: old is a whole name, or '
        + 'between slashes a regular expression (RE2) with $1 in new.',
    }),
    'x-repeats': true,
  },
  trim_path: text(4000, { description: 'Path prefixes taken off source file names, separated by colons.' }),
  source_path: text(4000, {
    description: 'Folders, separated by colons: without trim_path, source file names begin after one of such a name.',
  }),
  prune_from: regex('what is below the lowest match is dropped.'),
};
const side = (name: string) => required(list(text(MAX_ID_LENGTH), MAX_GROUP, {
  description: 'Id of a profile, or of several that are a group.',
    words: () => `"${name}" names more than ${MAX_GROUP} profiles, or something that is no id.`,
}), `"${name}" is missing; give the id of a profile, or several separated by commas.`);
/** The filters of the same names, for one side only. */
const SIDE_FILTERS = Object.fromEntries(
  sideFilterKeys.map((key) => [key, regex(`${key.replace('_', ' alone: ')}.`)])
) as Record<SideFilterKey, ReturnType<typeof regex>>;
const DIFF = {
  ...FILTERS,
  ...SIDE_FILTERS,
  before: side('before'),
  after: side('after'),
  normalize: T.Unsafe<Normalize>({
    type: 'string', maxLength: 10_000,
    description: 'Default: none. A group of profiles counts as their mean; sum adds them up as go tool pprof does. '
      + 'Without it, the finding, reports and pictures of two CPU profiles of different set times are of duration.',
    pattern: '^(none|sum|total|duration|samples-ingested|function:[^]+)$',
    words: () => '"normalize" must be none, sum, total, duration, samples-ingested or function:NAME.',
  }),
  base: oneOf(['base', 'diff_base'], { description: 'What shares are of, as -base and -diff_base.' }),
  drop_negative: flag({ description: 'No rows that decreased.' }),
};
const LIMITS = {
  limit: whole(MAX_ROWS, 0, {
    description: 'Rows, 0 = all. Default: 500; of a text as many as go tool pprof prints.',
  }),
};
const SMALLEST = {
  minRatio: ratio({ description: 'Frames below this share are counted, not listed. Default: 0.0005.' }),
};
const GRAPH = { nodefraction: ratio(), edgefraction: ratio() };
const TEXT = {
  ...LIMITS, format: oneOf(['json', 'csv', 'text']), unit: text(50), nodecount: whole(MAX_ROWS), ...GRAPH,
};
const TABLE = { ...LIMITS, format: oneOf(['json', 'csv', 'text']) };
const ZOOM = {
  zoom: T.Unsafe<string[]>({
    type: 'string', maxLength: MAX_ZOOM_LENGTH, format: 'json-list', contentMediaType: 'application/json',
    description: 'A JSON list of names, from the root of the flame graph to the frame that is made its root.',
    words: () =>
      '"zoom" must be a JSON list of names, from the root of the flame graph to the frame '
        + 'to zoom into, such as ["main.main","main.run"].',
  }),
};
const FLAME = {
  ...SMALLEST, ...ZOOM, format: oneOf(['json', 'csv', 'text', 'svg', 'collapsed', 'speedscope'], {
    description: 'collapsed and speedscope have every frame unless minRatio says otherwise.',
  }),
};
const FUNCTION = {
  function: required(
    text(MAX_FUNCTION_LENGTH), '"function" is missing; give the name of a function as the table of functions has it.'
  ),
};
const SEARCH = {
  search: required(
    text(MAX_FUNCTION_LENGTH), '"search" is missing; give a regular expression that names of functions must match.'
  ),
};
const TREE = { ...FUNCTION, ...SMALLEST };
const LABEL = { by: text(1000, { description: 'This key alone.' }) };
const DRAWN = { ...GRAPH, nodecount: whole(MAX_GRAPH_NODES, 0, { description: '0 = as many as are drawn at all.' }) };

/** Parameters of tables and flame graphs as JSON and CSV. */
const PER = {
  per: oneOf(['second', 'sample'], {
    description: 'Values per second of the profile (CPU: cores), or per sample that the target ingested meanwhile; in '
      + 'a diff each side by its own. Not for text and pictures.',
  }),
};

/** Parameters of each view, for one profile or for a diff. */
const views = <Of extends Record<string, TSchema>>(of: Of) => ({
  top: { ...of, ...PER, ...TEXT }, flamegraph: { ...of, ...PER, ...FLAME }, picture: { ...of, ...ZOOM, ...PICTURE },
  callers: { ...of, ...PER, ...TREE, ...TEXT }, lines: { ...of, ...PER, ...FUNCTION, ...TABLE },
  tags: { ...of, ...PER, ...LABEL, ...TEXT }, traces: { ...of, ...PER, ...TEXT },
  subsystems: { ...of, ...PER, ...TABLE }, search: { ...of, ...PER, ...SEARCH }, graph: { ...of, ...DRAWN },
});
const ONE_VIEWS = views(FILTERS);
export const ONE = {
  ...ONE_VIEWS,
  flamegraph: {
    ...ONE_VIEWS.flamegraph,
    order: oneOf(['stacks', 'time'], {
      description: 'Of speedscope: stacks merged (default), or samples as they were taken, where they carry a time.',
    }),
  },
};
const TWO = views(DIFF);

export const PROFILE_ROUTES = {
  'GET /profiles': { summary: 'Every profile, newest first.', data: 'ProfileInfo[]' },
  'POST /profiles': {
    summary: 'Uploads profiles: the bytes, or parts named "profile".',
      query: { name: text(300, { description: 'File name.' }) },
    body: { bytes: ['application/octet-stream', 'application/gzip'], part: 'profile' }, status: 201,
      data: 'ProfileInfo[]',
  },
  'GET /profiles/{id}': { summary: 'One profile.', data: 'ProfileInfo' },
  'DELETE /profiles/{id}': { summary: 'Removes a profile.', data: 'null' },
  'GET /profiles/{id}/download': {
    summary: 'The profile, gzip; an execution trace as go tool trace reads it, not compressed.',
    mediaType: 'application/gzip', audited: true,
  },
  'GET /profiles/{id}/timeline': {
    summary: 'Samples along time, where they carry one: what ran when.',
    query: {
      ...FILTERS,
      from: between(0, MAX_TIMELINE_SECONDS, { description: 'Seconds since the first sample. Default: 0.' }),
      to: between(0, MAX_TIMELINE_SECONDS, { description: 'Seconds since the first sample. Default: the end.' }),
    },
    data: 'Timeline',
  },
  'GET /profiles/{id}/per': {
    summary: 'What values can be divided by: seconds, samples ingested meanwhile; else why not.',
    query: { sampleType: FILTERS.sampleType }, data: 'ProfilePer',
  },
  'GET /profiles/{id}/execution-trace': {
    summary: 'What an execution trace (kind trace) says of GC and of goroutines.', data: 'TraceView',
  },
  'GET /profiles/{id}/cpu-samples': {
    summary: 'CPU samples in an execution trace, as a pprof profile with the time of each, gzip.',
    mediaType: 'application/gzip', audited: true,
  },
  'GET /profiles/{id}/top': {
    summary: 'flat and cum of every function; as text, what go tool pprof -top prints.', query: ONE.top,
      data: 'TopTable',
  },
  'GET /profiles/{id}/flamegraph': {
    summary: 'The tree of stacks, or of those below the frame that zoom leads to; also csv, svg, collapsed stacks, '
      + 'and a file of speedscope.',
    query: ONE.flamegraph, data: 'FlameGraph',
  },
  'GET /profiles/{id}/flamegraph.svg': {
    summary: 'The flame graph as a picture.', query: ONE.picture, mediaType: 'image/svg+xml', failsInKind: true,
  },
  'GET /profiles/{id}/flamegraph.png': {
    summary: 'The flame graph as a picture.', query: ONE.picture, mediaType: 'image/png', failsInKind: true,
  },
  'GET /profiles/{id}/callers': {
    summary: 'Callers and callees of a function, as rows and as trees.', query: ONE.callers, data: 'CallersTable',
  },
  'GET /profiles/{id}/lines': {
    summary: 'flat and cum of every line of a function.', query: ONE.lines, data: 'LinesTable',
  },
  'GET /profiles/{id}/assembly': {
    summary: 'flat and cum of every instruction of a function, where its binary is configured.',
    query: { ...FILTERS, ...FUNCTION }, data: 'AssemblyTable',
  },
  'GET /profiles/{id}/tags': {
    summary: 'What was spent under each value of each label.', query: ONE.tags, data: 'TagsTable',
  },
  'GET /profiles/{id}/traces': {
    summary: 'Every stack with its value and labels.', query: ONE.traces, data: 'TracesTable',
  },
  'GET /profiles/{id}/subsystems': {
    summary: 'What each subsystem spent.', query: ONE.subsystems, data: 'SubsystemTable',
  },
  'GET /profiles/{id}/search': {
    summary: 'What all stacks through functions of a name add up to.', query: ONE.search, data: 'SearchTotal',
  },
  'GET /profiles/{id}/graph': { summary: 'The call graph as SVG.', query: ONE.graph, mediaType: 'image/svg+xml' },
  'GET /diff/top': { summary: 'flat and cum of every function on both sides.', query: TWO.top, data: 'DiffTopTable' },
  'GET /diff/flamegraph': {
    summary: 'The tree of the stacks of both sides; zoom and formats as for one profile.', query: TWO.flamegraph,
      data: 'DiffFlameGraph',
  },
  'GET /diff/flamegraph.svg': {
    summary: 'The flame graph of a diff as a picture.', query: TWO.picture, mediaType: 'image/svg+xml',
    failsInKind: true,
  },
  'GET /diff/flamegraph.png': {
    summary: 'The flame graph of a diff as a picture.', query: TWO.picture, mediaType: 'image/png', failsInKind: true,
  },
  'GET /diff/callers': {
    summary: 'Callers and callees of a function on both sides.', query: TWO.callers, data: 'DiffCallersTable',
  },
  'GET /diff/lines': {
    summary: 'flat and cum of every line of a function on both sides.', query: TWO.lines, data: 'DiffLinesTable',
  },
  'GET /diff/tags': {
    summary: 'What was spent under each value of each label on both sides.', query: TWO.tags, data: 'DiffTagsTable',
  },
  'GET /diff/traces': {
    summary: 'Every stack with its values on both sides and its labels.', query: TWO.traces, data: 'DiffTracesTable',
  },
  'GET /diff/subsystems': {
    summary: 'What each subsystem spent on both sides.', query: TWO.subsystems, data: 'DiffSubsystemTable',
  },
  'GET /diff/search': {
    summary: 'What all stacks through functions of a name add up to on both sides.', query: TWO.search,
      data: 'DiffSearchTotal',
  },
  'GET /diff/graph': {
    summary: 'The call graph of the differences as SVG.', query: TWO.graph, mediaType: 'image/svg+xml',
  },
  'GET /diff/comparability': {
    summary: 'What makes two profiles unlike, and the normalisation that helps.', query: DIFF, data: 'Comparability',
  },
  'GET /diff/progress': {
    summary: 'How far the flame graph or the table of a diff is, while it is being computed.',
    query: { before: DIFF.before, after: DIFF.after }, data: 'DiffProgress',
  },
  'GET /diff/renames': {
    summary: 'Functions that went while one with the same callers and callees came, to be renamed before the diff.',
    query: DIFF, data: 'RenameProposals',
  },
  'GET /diff/report.md': {
    summary: 'The diff as Markdown for a pull request.', query: { ...DIFF, ...LIMITS, ...SMALLEST },
      mediaType: 'text/markdown',
  },
  'GET /diff/report.html': {
    summary: 'The diff as one HTML file that needs no server.', query: { ...DIFF, ...LIMITS, ...SMALLEST },
      mediaType: 'text/html',
  },
  'GET /diff/download': {
    summary: 'After minus before as a pprof profile.', query: DIFF, mediaType: 'application/gzip', audited: true,
  },
  'POST /benchmarks': {
    summary: 'Compares outputs of go test -bench as benchstat does, or two of GNU time.',
    body: { json: BENCHMARK_REQUEST, maxBytes: MAX_TEXTS_BYTES, inWorker: true }, data: 'BenchmarkReport',
    role: 'viewer',
  },
  'GET /benchmark-outputs': {
    summary: 'Every stored output of a benchmark, newest first, without its text.', data: 'BenchmarkOutput[]',
  },
  'POST /benchmark-outputs': {
    summary: 'Stores an output of go test -bench or of time, so that a link can name it; the same again is one.',
    query: { name: text(MAX_OUTPUT_NAME, { description: 'What its column is called. Default: output.' }) },
    body: { bytes: ['text/plain'] }, status: 201, data: 'BenchmarkOutput',
  },
  'GET /benchmark-outputs/{id}': { summary: 'A stored output with its text.', data: 'BenchmarkOutputText' },
  'DELETE /benchmark-outputs/{id}': { summary: 'Removes a stored output.', data: 'null' },
} as const satisfies Declarations;

/** Routes for merged profiles of a kind in a span of time: the routes of one profile, below a target. */
import { spanKinds } from '../../profileSpan.ts';
import type { Declarations } from './declaration.ts';
import { ONE } from './profileRoutes.ts';
import { oneOf, required, time } from './schema.ts';

const KINDS = [...spanKinds, 'fgprof'] as const;
const SPAN = {
  kind: required(oneOf(KINDS), `"kind" is missing; give one of ${KINDS.join(', ')}.`),
  start: time(), end: time('RFC 3339 or Unix seconds. Default: now, or where the recording ends.'),
};

export const SPAN_ROUTES = {
  'GET /targets/{target}/profile': {
    summary: 'Which profiles of a kind are of a window, what they cover, and the merged one.', query: SPAN,
    data: 'SpanProfile',
  },
  'GET /targets/{target}/profile/download': {
    summary: 'The merged profile of a window, gzip.', query: SPAN, mediaType: 'application/gzip', audited: true,
  },
  'GET /targets/{target}/profile/top': {
    summary: 'flat and cum of every function over a window.', query: { ...SPAN, ...ONE.top }, data: 'TopTable',
  },
  'GET /targets/{target}/profile/flamegraph': {
    summary: 'The flame graph of a window; zoom and formats as for one profile.',
    query: { ...SPAN, ...ONE.flamegraph }, data: 'FlameGraph',
  },
  'GET /targets/{target}/profile/flamegraph.svg': {
    summary: 'The flame graph of a window as a picture.', query: { ...SPAN, ...ONE.picture },
    mediaType: 'image/svg+xml', failsInKind: true,
  },
  'GET /targets/{target}/profile/flamegraph.png': {
    summary: 'The flame graph of a window as a picture.', query: { ...SPAN, ...ONE.picture }, mediaType: 'image/png',
    failsInKind: true,
  },
  'GET /targets/{target}/profile/callers': {
    summary: 'Callers and callees of a function over a window.', query: { ...SPAN, ...ONE.callers },
    data: 'CallersTable',
  },
  'GET /targets/{target}/profile/lines': {
    summary: 'flat and cum of every line of a function over a window.', query: { ...SPAN, ...ONE.lines },
    data: 'LinesTable',
  },
  'GET /targets/{target}/profile/tags': {
    summary: 'What was spent under each value of each label over a window.', query: { ...SPAN, ...ONE.tags },
    data: 'TagsTable',
  },
  'GET /targets/{target}/profile/traces': {
    summary: 'Every stack of a window with its value and labels.', query: { ...SPAN, ...ONE.traces },
    data: 'TracesTable',
  },
  'GET /targets/{target}/profile/subsystems': {
    summary: 'What each subsystem spent over a window.', query: { ...SPAN, ...ONE.subsystems }, data: 'SubsystemTable',
  },
  'GET /targets/{target}/profile/search': {
    summary: 'What all stacks of a window through functions of a name add up to.', query: { ...SPAN, ...ONE.search },
    data: 'SearchTotal',
  },
  'GET /targets/{target}/profile/graph': {
    summary: 'The call graph of a window as SVG.', query: { ...SPAN, ...ONE.graph }, mediaType: 'image/svg+xml',
  },
} as const satisfies Declarations;

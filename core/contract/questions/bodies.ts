/** JSON request bodies of the API. */
import { Type as T, type Static } from 'typebox';
import type { CaptureKind, EmbedPanel, EmbedTheme } from '../contract.ts';
import { DRAWN_NAMES } from '../../panels.ts';
import { SPAN_ID } from '../../profileSpan.ts';
import { DEFAULT_RULE_SECONDS, DEFAULT_RULES, MAX_RULE_SECONDS, MAX_RULES, RULE_KINDS } from '../../triggers.ts';
import { BENCHMARK_TEXT } from './benchmarkBody.ts';
import { between, oneOf, text, whole } from './schema.ts';

const nullable = <V>(schema: object) => T.Optional(T.Unsafe<V | null>(schema));

// ---------------------------------------------------------------- notes

/** Limit of a note's text in UTF-8 bytes. */
export const MAX_NOTE_BYTES = 4096;
/** Limit of a note as JSON, where its text may be escaped. */
export const MAX_NOTE_BODY_BYTES = 64 * 2 ** 10;
const MAX_AUTHOR_LETTERS = 80;
/** Year 2286: far enough, and a valid time in every program. */
const LAST_TIME = 1e10;
const noteObject = (): string =>
  'A note is not a JSON object; send one such as {"time": 1795190400, "text": "restarted"}.';

const NOTE_FIELDS = {
  time: between(
    0, LAST_TIME, { description: 'Unix seconds.', words: () => '"time" of the note is no Unix time in seconds.' }
  ),
  endTime: nullable<number>({
    type: ['number', 'null'], minimum: 0, maximum: LAST_TIME,
    description: 'Unix seconds; null or absent: the note marks a moment.',
    words: () => '"endTime" of the note is no Unix time in seconds; omit it for a moment.',
  }),
  text: text(
    MAX_NOTE_BODY_BYTES,
    { description: `At most ${MAX_NOTE_BYTES} bytes of plain text.`, words: () => 'The note has no text.' }
  ),
  author: nullable<string>({
    type: ['string', 'null'], maxLength: MAX_AUTHOR_LETTERS,
    words: (value: unknown) => (typeof value === 'string'
      ? `The note's author is longer than ${MAX_AUTHOR_LETTERS} letters.` : 'The note\'s author is no text.'),
  }),
};

export const NOTE_REQUEST = T.Object(NOTE_FIELDS, { words: noteObject });
/** Body that creates a note. */
export type NoteRequest = Static<typeof NOTE_REQUEST>;

export const NOTE_CHANGE = T.Object({
  ...NOTE_FIELDS,
  revision: whole(Number.MAX_SAFE_INTEGER, 0, {
    words: () =>
      '"revision" is missing; give that of the note the change was made on, so that nobody else\'s change is lost.',
  }),
  time: T.Optional(NOTE_FIELDS.time),
  text: T.Optional(NOTE_FIELDS.text),
}, { words: noteObject });
/** Body that changes a note. Absent fields keep their value; `revision` is that of the changed note. */
export type NoteChange = Static<typeof NOTE_CHANGE>;

// ---------------------------------------------------------------- targets

const addForm = (): string => 'Send {"url": "http://HOST:PORT"}, and "name" if it is to have one.';

export const ADD_REQUEST = T.Object({
  url: text(2000, { description: 'http://HOST:PORT or https://HOST:PORT/PREFIX.', words: addForm }),
  name: T.Optional(text(200, { minLength: 1, description: 'Default: HOST:PORT.', words: addForm })),
  anyway: T.Optional(T.Boolean({
    description: 'Also where it does not answer with metrics now.', words: () => '"anyway" must be true or false.',
  })),
}, { words: addForm });
export type AddRequest = Static<typeof ADD_REQUEST>;

// ---------------------------------------------------------------- captures

const MAX_TIME = 100;
const MAX_GROUP = 1000;
export const atWords = (): string =>
  '"at" must be "now", "next-compaction", "next-evaluation", or a time as RFC 3339 or Unix seconds.';
const CAPTURE_KINDS: readonly CaptureKind[] = [
  'cpu', 'heap', 'allocs', 'goroutine', 'goroutineleak', 'mutex', 'block', 'threadcreate', 'fgprof', 'trace',
  'everything',
];
export const MAX_CAPTURE_SECONDS = 300;
const kindWords = (): string =>
  `"kind" must be one of ${CAPTURE_KINDS.join(', ')}, as in {"kind": "cpu", "seconds": 10}.`;

export const CAPTURE_REQUEST = T.Object({
  kind: oneOf(CAPTURE_KINDS, { words: kindWords }),
  seconds: nullable<number>({
    type: ['integer', 'null'], minimum: 0, maximum: MAX_CAPTURE_SECONDS,
    description: 'How long cpu, fgprof, trace and the CPU profile of everything run: 1 or more, 10 by default '
      + '(trace: 5). Of the others, '
      + '0 (the default) captures the '
      + 'state as it is, more what changes in that time.',
    words: () => `"seconds" must be a whole number from 0 to ${MAX_CAPTURE_SECONDS}.`,
  }),
  at: nullable<string | number>({
    type: ['string', 'number', 'null'], maxLength: MAX_TIME,
    description: '"now" (the default), "next-compaction", "next-evaluation", or a time as RFC 3339 or Unix seconds. A '
      + 'CPU profile of the next compaction, or of the next evaluation of the rule group "group", runs from just '
      + 'before it to its end, for at least "seconds".',
    words: atWords,
  }),
  group: nullable<string>({
    type: ['string', 'null'], minLength: 1, maxLength: MAX_GROUP,
    description: 'Of "next-evaluation": the rule group, as the label rule_group of the target\'s metrics: file;name.',
    words: () => `"group" must be the label rule_group of a rule group, of at most ${MAX_GROUP} characters.`,
  }),
  every: nullable<string>({
    type: ['string', 'null'], maxLength: MAX_TIME,
    description: 'A duration such as 1h: one each time, the first at "at", until the booking is cancelled.',
    words: () => '"every" must be a duration from 30s to 7d, such as "1h".',
  }),
  gc: nullable<boolean>({
    type: ['boolean', 'null'], description: 'Collects garbage first; heap and allocs only.', words: () =>
      '"gc" must be true or false.',
  }),
}, { words: kindWords });
export type CaptureRequest = Static<typeof CAPTURE_REQUEST>;

export const PROFILING_REQUEST = T.Object({
  on: T.Boolean({ words: () => '"on" must be true or false.' }),
}, { words: () => 'Send {"on": true} or {"on": false}.' });

const A_DAY_SECONDS = 86_400;
const MAX_RULE_NAME = 60;
const MAX_SELECTOR = 4096;
/** Largest threshold, to exclude infinity. */
const MAX_THRESHOLD = Number.MAX_VALUE;
const threshold = (name: string) => nullable<number>({
  type: ['number', 'null'], minimum: -MAX_THRESHOLD, maximum: MAX_THRESHOLD,
  description: `Fires ${name} it. Give either "above" or "below".`,
  words: () => `"${name}" must be a number.`,
});

const WATCH_RULE = T.Object({
  name: text(MAX_RULE_NAME, {
    minLength: 1, description: 'No other rule has it.',
    words: () => `Each rule needs a name, of at most ${MAX_RULE_NAME} letters.`,
  }),
  selector: text(MAX_SELECTOR, {
    minLength: 1, description: 'Series by name and labels.',
    words: () => 'A rule needs a selector, such as prometheus_engine_queries{engine="main"}.',
  }),
  above: threshold('above'),
  below: threshold('below'),
  forSeconds: T.Optional(between(0, A_DAY_SECONDS, {
    description: 'How long the threshold has to be crossed; 0 by default.',
    words: () => `"forSeconds" must be a number from 0 to ${A_DAY_SECONDS}.`,
  })),
  kind: T.Optional(oneOf(RULE_KINDS, {
    description: 'What it takes; cpu by default.', words: () => `"kind" must be one of ${RULE_KINDS.join(', ')}.`,
  })),
  seconds: T.Optional(whole(MAX_RULE_SECONDS, 0, {
    description: `Of a CPU profile, 1 or more; ${DEFAULT_RULE_SECONDS} by default.`,
    words: () => `"seconds" must be a whole number from 1 to ${MAX_RULE_SECONDS}, and goes with the kind cpu only.`,
  })),
}, { words: () => 'A rule must be an object such as {"name": "queue", "selector": "queue_length", "above": 100}.' });

export const RULES_REQUEST = T.Object({
  off: T.Array(oneOf(DEFAULT_RULES, { words: (value: unknown) => (
    `${JSON.stringify(value)} is no rule; those that can be off are ${DEFAULT_RULES.join(', ')}.`
  ) }), { description: 'Built-in rules that do not fire.', maxItems: DEFAULT_RULES.length }),
  rules: T.Array(WATCH_RULE, {
    maxItems: MAX_RULES, description: 'Beside the built-in rules.',
    words: () => `"rules" must be a list of at most ${MAX_RULES} rules.`,
  }),
}, { words: () => 'Send {"off": [], "rules": [{"name": "queue", "selector": "queue_length", "above": 100}]}.' });
export type RulesRequest = Static<typeof RULES_REQUEST>;

// ---------------------------------------------------------------- embeds

export const EMBED_PANELS: readonly EmbedPanel[] = [...DRAWN_NAMES, 'flamegraph', 'diff', 'benchmark'];
const THEMES: readonly EmbedTheme[] = ['auto', 'light', 'dark'];
const MAX_IDS = 50;
const MAX_TITLE = 200;
const MAX_TARGET = 1000;
const MAX_PARAMETERS = 50;

const ids = (name: string, maxItems = MAX_IDS) => T.Array(T.String({
  pattern: `^([0-9a-f]{64}|${SPAN_ID})$`,
  words: () => `"${name}" holds something that is no id of a profile; an id has 64 digits and letters a to f.`,
}), {
  minItems: 1, maxItems,
  words: () => (maxItems === 1
    ? `"${name}" must hold the id of one profile; a flame graph shows one.`
    : `"${name}" must be a list of one to ${maxItems} ids of profiles.`),
});
/** Parameters of the flame graph; the flame graph's route checks their values. */
const query = T.Optional(T.Unsafe<Record<string, string>>({
  type: 'object', maxProperties: MAX_PARAMETERS, description: 'Parameters of the flame graph\'s route.',
  words: (_: unknown, name: string) => `"${name}" must be an object of texts, such as {"focus": "tsdb"}.`,
  additionalProperties: {
    type: 'string', maxLength: 12_000, words: (_: unknown, name: string) => `"${name}" must be a text.`,
  },
}));
const moment = () =>
  T.Unsafe<string | number>({ type: ['string', 'number'], format: 'rfc3339-or-unix-seconds', maxLength: MAX_TIME });

/** Body of POST /api/v1/embeds. */
export const EMBED_REQUEST = T.Object({
  panel: oneOf(EMBED_PANELS, { words: () => `"panel" must be one of ${EMBED_PANELS.join(', ')}.` }),
  target: nullable<string>({
    type: ['string', 'null'], maxLength: MAX_TARGET, description: 'Panels of a target.',
    words: () => `"target" must be a text of at most ${MAX_TARGET} characters.`,
  }),
  range: T.Optional(T.Union([
    T.Object({ last: T.String({ maxLength: MAX_TIME }) }),
    T.Object({ start: moment(), end: moment(), asOf: T.Optional(moment()) }),
    T.String({ maxLength: MAX_TIME }),
    T.Null(),
  ], {
    description: 'A moving window such as 1h, or two times, judged as of now or of a third. Default: what the panel\'s '
      + 'page shows, the last 15 minutes of a live target, the whole of a recording.',
    words: () => '"range" must be {"last": "1h"}, or {"start": ..., "end": ...} as RFC 3339 or Unix seconds.',
  })),
  theme: nullable<EmbedTheme>(
    { type: ['string', 'null'], enum: [...THEMES, null], words: () => '"theme" must be auto, light or dark.' }
  ),
  frozen: nullable<boolean>({
    type: ['boolean', 'null'],
    description: 'The answer of this moment is kept with the embed, whatever retention removes.',
    words: () => '"frozen" must be true or false.',
  }),
  expires: nullable<string | number>({
    type: ['string', 'number', 'null'], maxLength: MAX_TIME,
    description: 'A duration from now (30d, the default is 90d), or a time as RFC 3339 or Unix seconds.',
    words: () => '"expires" must be a duration from now such as "30d", or a time as RFC 3339 or Unix seconds.',
  }),
  title: nullable<string>({
    type: ['string', 'null'], maxLength: MAX_TITLE,
    words: () => `"title" must be a text of at most ${MAX_TITLE} characters.`,
  }),
  profile: T.Optional(T.Object({ ids: ids('profile.ids', 1), query }, {
    words: () => '"profile" is missing; write {"ids": ["..."]}.',
  })),
  diff: T.Optional(T.Object({ before: ids('diff.before'), after: ids('diff.after'), query }, {
    words: () => '"diff" is missing; write {"before": ["..."], "after": ["..."]}.',
  })),
  benchmark: T.Optional(T.Object({ before: BENCHMARK_TEXT, after: BENCHMARK_TEXT }, {
    description: 'Two outputs of go test -bench; always frozen.',
    words: () => '"benchmark" is missing; write {"before": text, "after": text} with two outputs of go test -bench.',
  })),
}, { words: () => 'Send a JSON object such as {"panel": "gc-cpu", "target": "NAME", "range": {"last": "1h"}}.' });
export type EmbedRequest = Static<typeof EMBED_REQUEST>;

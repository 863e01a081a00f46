import type { Declarations } from './declaration.ts';
import { duration, list, text, time } from './schema.ts';

/** Upper limit, because more targets are not distinguishable in one text. */
const MAX_TARGETS = 100;
const HANDOVER = {
  last: duration('How far back, at most 24h. Default: 12h.'),
  end: time('RFC 3339 or Unix seconds, of the last 24 hours. Default: now.'),
  targets: list(text(200, { description: 'Name of a target.' }), MAX_TARGETS, {
    description: 'Default: all. Findings that came and went are looked for in the 8 worst of them.',
    words: (names) => `"targets" names ${String(names).split(',').length}; at most ${MAX_TARGETS} of at most 200 `
      + 'characters are taken.',
  }),
};

export const HANDOVER_ROUTES = {
  'GET /handover': {
    summary: 'For the next on-call: what each target does now, and findings, gaps, starts, notes and captures of the '
      + 'last hours.',
    query: HANDOVER, data: 'Handover',
  },
  'GET /handover.md': { summary: 'The same as Markdown.', query: HANDOVER, mediaType: 'text/markdown' },
} as const satisfies Declarations;

import { describe, expect, it } from 'vitest';
import { EMBED_REQUEST } from '../../../../core/contract/questions/bodies.ts';
import { checkBody } from '../../../../core/contract/questions/check.ts';
import { readEmbedRequest as readChecked, type CheckedEmbedRequest } from './embedRequest.ts';

/** Reads a request as received: checked by its schema, then beyond it. */
function readEmbedRequest(sent: unknown, nowMs: number): CheckedEmbedRequest {
  const checked = checkBody(EMBED_REQUEST, sent);
  if ('mistake' in checked) throw new Error(checked.mistake);
  return readChecked(checked.value, nowMs);
}

const NOW = Date.parse('2026-11-21T00:00:00.250Z');
const DAY_MS = 86_400_000;
const ID = 'a'.repeat(64);
const panel = (more: object): unknown => ({ panel: 'gc-cpu', target: 'prom', ...more });

describe('what an embed is asked for with', () => {
  it.each<[string, unknown, object]>([
    ['nothing: what the page shows', undefined, { kind: 'page' }],
    ['a moving window', { last: '1h30m' }, { kind: 'last', lastMs: 5_400_000 }],
    ['a moving window as a text', '15m', { kind: 'last', lastMs: 900_000 }],
    [
      'Unix seconds', { start: 1_700_000_000, end: 1_700_000_600.5 },
      { kind: 'fixed', startMs: 1_700_000_000_000, endMs: 1_700_000_600_500 },
    ],
    [
      'RFC 3339', { start: '2026-11-20T23:00:00Z', end: '2026-11-21T00:00:00+00:00' },
      { kind: 'fixed', startMs: NOW - 3_600_250, endMs: NOW - 250 },
    ],
    [
      'two times and the moment as of which they are judged',
      { start: 1_700_000_000, end: '1700000600', asOf: 1_700_000_601 },
      { kind: 'fixed', startMs: 1_700_000_000_000, endMs: 1_700_000_600_000, asOfMs: 1_700_000_601_000 },
    ],
  ])('has as its range %s', (_name, range, expected) => {
    expect(readEmbedRequest(panel({ range }), NOW).question)
      .toEqual({ kind: 'panel', panel: 'gc-cpu', target: 'prom', range: expected });
  });

  it.each<[string, unknown, number]>([
    ['90 days without a word', undefined, NOW + 90 * DAY_MS + 750],
    ['a duration', '30d', NOW + 30 * DAY_MS + 750],
    ['seconds', 60, NOW + 60_750],
    ['a moment as answers tell it', 1_800_000_000, 1_800_000_000_000],
    ['the same as text', '1800000000', 1_800_000_000_000],
    ['a moment', '2026-12-01T00:00:00Z', Date.parse('2026-12-01T00:00:00Z')],
  ])('opens for %s, to the second', (_name, expires, expiresMs) => {
    expect(readEmbedRequest(panel({ expires }), NOW).expiresMs).toBe(expiresMs);
  });

  it('is a flame graph, a diff, or a benchmark, which is always frozen', () => {
    expect(readEmbedRequest({ panel: 'flamegraph', profile: { ids: [ID], query: { focus: 'tsdb' } } }, NOW))
      .toMatchObject(
      { question: { kind: 'flamegraph', id: ID, query: { focus: 'tsdb' } }, frozen: false, theme: 'auto', title: null }
    );
    expect(readEmbedRequest({ panel: 'diff', diff: { before: [ID], after: [ID, ID] }, theme: 'dark' }, NOW))
      .toMatchObject({ question: { kind: 'diff', before: [ID], after: [ID, ID], query: {} }, theme: 'dark' });
    expect(readEmbedRequest({ panel: 'benchmark', benchmark: { before: 'a', after: 'b' } }, NOW))
      .toMatchObject({ question: { kind: 'benchmark' }, frozen: true });
  });

  it('has a title that is one line', () => {
    expect(readEmbedRequest(panel({ title: ' GC\r\nX-Header: \u001b[31mred\u0000 ' }), NOW).title)
      .toBe('GC X-Header:  [31mred');
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /Send a JSON object/],
    ['no panel', {}, /"panel" must be one of/],
    ['an unknown panel', { panel: 'samples' }, /"panel" must be one of/],
    ['no target', { panel: 'memory' }, /"target" is missing/],
    ['a range upside down', panel({ range: { start: 20, end: 10 } }), /"range\.end" must be later/],
    ['an end that is over', panel({ expires: '2020-01-01T00:00:00Z' }), /is over already/],
    ['an end too far away', panel({ expires: '20y' }), /ten years/],
    ['an id that is none', { panel: 'flamegraph', profile: { ids: ['../../etc/passwd'] } }, /no id of a profile/],
    [
      'a filter that is none', { panel: 'flamegraph', profile: { ids: [ID], query: { granularity: 'x' } } },
      /granularity/,
    ],
    ['a target that is no text', { panel: 'memory', target: 5 }, /"target" must be a text/],
    ['a range of another form', panel({ range: { from: 1 } }), /"range" must be \{"last": "1h"\}/],
    ['a window of a second', panel({ range: { last: '1s' } }), /not a duration from 10s to 366d/],
    ['a window of ten years', panel({ range: { start: 0, end: 4e8 } }), /longer than a year/],
    [
      'a time without its zone', panel({ range: { start: '2026-11-20T23:00:00', end: '2026-11-21T00:00:00Z' } }),
      /"range\.start"=.* is not a time/,
    ],
    ['a theme that there is not', panel({ theme: 'blue' }), /"theme" must be auto, light or dark/],
    ['"true" in quotes', panel({ frozen: 'true' }), /"frozen" must be true or false/],
    ['an end that is no time', panel({ expires: 'soon' }), /"expires"="soon" is not a time/],
    ['no life at all', panel({ expires: '0s' }), /"expires"="0s" is over at once; give at least 1s/],
    ['no life at all, as a number', panel({ expires: 0 }), /"expires"="0" is over at once/],
    ['less than a second', panel({ expires: '999ms' }), /"expires"="999ms" is over at once/],
    ['a title too long', panel({ title: 'x'.repeat(201) }), /at most 200 characters/],
    ['two profiles in a flame graph', { panel: 'flamegraph', profile: { ids: [ID, ID] } }, /one profile/],
    ['no ids', { panel: 'diff', diff: { before: [], after: [ID] } }, /"diff\.before" must be a list of one to 50 ids/],
    [
      'a filter that is no text', { panel: 'diff', diff: { before: [ID], after: [ID], query: { focus: {} } } },
      /"diff\.query\.focus" must be a text/,
    ],
    [
      'a normalisation that there is not',
      { panel: 'diff', diff: { before: [ID], after: [ID], query: { normalize: 'x' } } }, /"normalize" must be/,
    ],
    ['a benchmark with one side', { panel: 'benchmark', benchmark: { before: 'x' } }, /"benchmark" is missing/],
  ])('is refused with %s', (_name, body, sentence) => {
    expect(() => readEmbedRequest(body, NOW)).toThrow(sentence);
  });
});

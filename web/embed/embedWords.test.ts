import { describe, expect, it } from 'vitest';
import type { DiffFlameNode, EmbedData } from '../../core/contract/contract.ts';
import { embedPath, errorSentence, isEmbedData } from './embedData.ts';
import { ageLine, isLiveData, pageHref, spanText, type AgeInput } from './embedWords.ts';
import { fitting } from './panelStage.ts';
import { topChanges } from './topChanges.ts';

const at = 1_763_000_000;
const base: EmbedData = {
  subject: null, page: '/', title: 't', frozen: false, theme: 'auto', dataTime: at, serverTime: at, refreshSeconds: 2,
  expires: at + 90,
};

describe('the age of what an embed shows', () => {
  const cases: [sentence: string, input: Partial<AgeInput> & { data?: EmbedData }, kind: string, text: string][] = [
    ['fresh data is live, with its age', { now: at + 2 }, 'live', 'Live, data 2 s old'],
    [
      'data some refreshes behind is old, and says since when', { now: at + 200 }, 'old',
      'Data 3m 20s old: nothing new since 02:13:20',
    ],
    ['a clock that runs behind makes no negative age', { now: at - 5 }, 'live', 'Live, data 0 s old'],
    [
      'a slow refresh is no staleness', { now: at + 40, data: { ...base, refreshSeconds: 15 } }, 'live',
      'Live, data 40 s old',
    ],
    [
      'frozen data says its moment and has no age', { now: at + 900_000, data: { ...base, frozen: true } }, 'frozen',
      'Frozen at 2025-11-13 02:13:20 UTC',
    ],
    [
      'why the answer is old stands before how old it is',
      { now: at + 180, data: { ...base, error: 'prom-eu-1 is down since 02:13.' } }, 'old',
      'Last data 3m old: prom-eu-1 is down since 02:13.',
    ],
    [
      'a lost stream is told with how long it is lost', { now: at + 30, link: 'lost', lostSince: at + 10 }, 'lost',
      'Data 30 s old: tsdbscope does not answer for 20 s, trying again',
    ],
    ['a recording ends where it ends', { now: at + 9_000_000 }, 'recorded', 'Data up to 2025-11-13 02:13:20 UTC'],
    [
      'a profile was taken when it was',
      {
        now: at + 40,
        data: {
          ...base,
          subject: {
            kind: 'flamegraph', title: '',
            answer: {
              unit: 'count', sampleType: 'cpu', total: 0, nodes: 0, culledNodes: 0,
              root: { name: '', value: 0, self: 0, children: [] },
            },
          },
        },
      },
      'recorded', 'Taken 2025-11-13 02:13:20 UTC',
    ],
    ['no data at all', { data: { ...base, dataTime: null } }, 'old', 'No data yet'],
  ];
  it.each(cases)('%s', (_, input, kind, text) => {
    expect(ageLine({ data: base, now: at, link: 'open', lostSince: null, ...input })).toEqual({ kind, text });
  });

  it.each(
    [[0, '0 s'], [89, '89 s'], [100, '100 s'], [7_200, '2h'], [864_000, '10d']]
  )('%d seconds are %s', (seconds, text) => {
    expect(spanText(seconds)).toBe(text);
  });
});

describe('the answers of the server', () => {
  it.each([
    ['an answer without a subject', base, true],
    ['an answer of a panel', { ...base, subject: { kind: 'panel', panel: 'memory', target: 'x', answer: {} } }, true],
    ['a subject that is no object', { ...base, subject: 'x' }, false],
    ['a subject without an answer', { ...base, subject: { kind: 'panel' } }, false],
    ['a list', [base], false],
    ['null', null, false],
    ['an error', { status: 'error', errorType: 'gone', error: 'It was revoked.' }, false],
  ])('%s', (_, body, isData) => { expect(isEmbedData(body)).toBe(isData); });

  it('an error gives its sentence, anything else none', () => {
    expect(errorSentence({ status: 'error', error: 'It was revoked.' })).toBe('It was revoked.');
    expect(errorSentence({ error: 5 })).toBeNull();
    expect(errorSentence('no')).toBeNull();
  });

  it.each([
    ['/embed/abc.def', '/embed', 'abc.def'], ['/embed/abc/', '/embed', 'abc'],
    ['/x/embed/a-b_c', '/x/embed', 'a-b_c'],
  ])('%s has its token', (path, at0, token) => {
    expect(embedPath(path)).toEqual({ base: at0, token });
  });
});

describe('the page behind an embed', () => {
  const answer = { range: { start: at, end: at + 3_600, step: 1, scrapes: 5 } };
  it('of a live one is what the server names, of a frozen one has the window itself', () => {
    const subject = { kind: 'panel', panel: 'gc-cpu', target: 'prom eu', answer } as const;
    const page = '/gc-cpu?target=prom+eu&range=3600s';
    expect(pageHref({ subject, frozen: false, page })).toBe(page);
    expect(pageHref({ subject: null, frozen: true, page })).toBe(page);
    expect(pageHref({ subject, frozen: true, page }))
      .toBe('/gc-cpu?target=prom%20eu&start=2025-11-13T02:13:20Z&end=2025-11-13T03:13:20Z');
    expect(pageHref({ subject: { ...subject, panel: 'cpu-by-subsystem' }, frozen: true, page })).toMatch(/^\/gc-cpu\?/);
  });
});

describe('charts in the room there is', () => {
  it.each([
    ['a small frame shows the most important only', 3, 280, 90, { shown: 1, columns: 1 }],
    ['a default frame of 800 x 400 shows one', 2, 768, 310, { shown: 1, columns: 1 }],
    ['a tall one as many as stay readable', 3, 400, 560, { shown: 2, columns: 1 }],
    ['a wide one two abreast', 2, 1_200, 200, { shown: 2, columns: 2 }],
    ['no chart needs no room', 0, 1_200, 200, { shown: 0, columns: 1 }],
  ])('%s', (_, count, width, height, expected) => { expect(fitting(count, width, height)).toEqual(expected); });
});

describe('the largest changes of a diff', () => {
  const node = (
    name: string, selfBefore: number, selfAfter: number, children: DiffFlameNode[] = [], sure?: 'different' | 'noise'
  ): DiffFlameNode => ({
    name, value: 0, before: 0, after: 0, delta: 0, selfBefore, selfAfter, kind: 'same', children,
    ...(sure === undefined ? {} : { sure }),
  });
  it('sums a function over its frames, largest first, without noise and without what did not change', () => {
    const root = node('root', 0, 0, [
      node('a', 10, 4, [node('b', 1, 9)]), node('c', 5, 5, [node('b', 0, 1), node('d', 3, 90, [], 'noise')]),
      node('a', 2, 1),
    ]);
    expect(topChanges(root, 8)).toEqual([{ name: 'b', before: 1, after: 10 }, { name: 'a', before: 12, after: 5 }]);
    expect(topChanges(root, 1)).toHaveLength(1);
  });
});

it.each([
  ['scraped a moment ago', {}, true], ['frozen', { frozen: true }, false],
  ['a recording, which never refreshes', { refreshSeconds: null }, false],
  ['old for more than ten minutes', { serverTime: 2_000 }, false], ['without data', { dataTime: null }, false],
] as const)('data is of a target that is still scraped, or not: %s', (_what, change, expected) => {
  const live = { frozen: false, dataTime: 1_000, refreshSeconds: 5, serverTime: 1_010 };
  expect(isLiveData({ ...live, ...change })).toBe(expected);
});

import { describe, expect, test } from 'vitest';
import { formatDuration, formatTime, parseDuration, parseTime } from '../text/timeText.ts';
import { NO_CHOICES, withOrder } from './panelChoices.ts';
import { formatUrl, parseUrl, patchState, type UrlState } from './urlState.ts';

const id = (digit: string): string => digit.repeat(64);

const plain: UrlState = {
  page: 'overview', target: null, range: null, at: null, aroundSeconds: null,
  versus: null, note: null, theme: null, zone: 'local',
  log: null, profile: null, before: [], after: [], chosen: [], halfZoom: { callers: [], callees: [] },
  sampleType: null, normalize: 'none', asRecorded: false, per: null, percentOf: 'before', filters: {}, search: '',
  fleetLabels: [],
  fleetGroup: null,
  profileView: 'flame', sort: null, selectedFunction: null, functionTab: 'callers', hideNoise: true, widthBy: 'larger',
  colourBy: 'change', label: null, zoom: [], grow: 'down',
  timeWindow: null, graphPercent: null,
  plan: { samplesPerSecond: null, series: null, retentionSeconds: null },
  replays: [], budgetSeconds: null, limitBytes: null, ...NO_CHOICES,
};

function roundTrip(state: UrlState): UrlState {
  const [path = '/', query = ''] = formatUrl(state).split('?');
  return parseUrl(path, query);
}

describe('round trips', () => {
  const cases: [string, UrlState, string][] = [
    ['the defaults leave nothing in the URL', plain, '/'],
    ['a log', { ...plain, page: 'log', log: id('a') }, `/log?log=${id('a')}`],
    [
      'a part of a timeline',
      { ...plain, page: 'profiles', profileView: 'time', timeWindow: { start: 0.25, end: 3 } },
      '/profiles?view=time&seconds=0.25/3',
    ],
    ['a zoomed call graph', { ...plain, page: 'diff', graphPercent: 156 }, '/diff?scale=156'],
    ['values per ingested sample', { ...plain, page: 'diff', per: 'sample' }, '/diff?per=sample'],
    [
      'the fold, charts shown as tables, open parts',
      { ...plain, page: 'compaction', fold: 3, tables: ['cpu-used', 'disk'], open: ['log'] },
      '/compaction?fold=3&tables=cpu-used,disk&open=log',
    ],
    [
      'tables as the reader sorted them',
      {
        ...plain, page: 'gc-cpu',
        sorts: [
          { table: 'gc-cpu-estimates', key: 'cores', descending: true },
          { table: 'cpu-used', key: 'cpu-values', descending: false },
        ],
      },
      '/gc-cpu?sorts=gc-cpu-estimates:-cores,cpu-used:cpu-values',
    ],
    [
      'targets beside that of the page', { ...plain, page: 'compaction', open: ['targets'], beside: ['eu 2', 'a,b'] },
      '/compaction?open=targets&beside=eu%202&beside=a,b',
    ],
    [
      'a what-if', { ...plain, page: 'gc-cpu', whatIf: { gogcPercent: 55, memoryLimitBytes: 2_147_483_648 } },
      '/gc-cpu?gogc=55&gomemlimit=2147483648',
    ],
    [
      'what is chosen and shown in the list of profiles',
      { ...plain, page: 'profiles', open: ['continuous'], chosen: [id('a'), id('b')] },
      `/profiles?open=continuous&chosen=${id('a')},${id('b')}`,
    ],
    [
      'a sandwich zoomed on both sides',
      {
        ...plain, page: 'profiles', profile: id('a'), profileView: 'function', selectedFunction: 'f',
        functionTab: 'sandwich', halfZoom: { callers: ['f', 'main'], callees: ['f', 'a;b'] },
      },
      `/profiles?profile=${id('a')}&view=function&function=f&tab=sandwich&zoomCallers=f%3Bmain`
        + '&zoomCallees=f%3Ba%5C%3Bb',
    ],
    ['what is searched in the audit log', { ...plain, page: 'access', search: 'login refused' },
      '/access?search=login%20refused'],
    [
      'what is shown of the fleet',
      {
        ...plain, page: 'fleet', search: 'eu', fleetLabels: ['region=eu', 'a=b=c&d'], fleetGroup: 'job',
        range: { kind: 'relative', seconds: 86_400 },
      },
      '/fleet?range=1d&search=eu&label=region%3Deu&label=a%3Db%3Dc%26d&group=job',
    ],
    [
      'the search of the list of profiles', { ...plain, page: 'profiles', search: 'heap eu' },
      '/profiles?search=heap%20eu',
    ],
    [
      'a target and a relative range',
      { ...plain, page: 'gc-cpu', target: 'prom-eu-1', range: { kind: 'relative', seconds: 21_600 } },
      '/gc-cpu?target=prom-eu-1&range=6h',
    ],
    [
      'an absolute range in whole seconds',
      { ...plain, page: 'compaction', range: { kind: 'absolute', start: 1_763_647_200, end: 1_763_650_800 } },
      '/compaction?start=2025-11-20T14:00:00Z&end=2025-11-20T15:00:00Z',
    ],
    [
      'an absolute range with milliseconds',
      { ...plain, page: 'scrapes', range: { kind: 'absolute', start: 1_763_647_200.25, end: 1_763_647_260.5 } },
      '/scrapes?start=2025-11-20T14:00:00.250Z&end=2025-11-20T14:01:00.500Z',
    ],
    [
      'an absolute range as of a moment',
      { ...plain, range: { kind: 'absolute', start: 1e9, end: 1e9 + 60, asOf: 1e9 + 61 } },
      '/?start=2001-09-09T01:46:40Z&end=2001-09-09T01:47:40Z&asOf=2001-09-09T01:47:41Z',
    ],
    ['a marked moment', { ...plain, page: 'scrapes', at: 1_763_647_200.25 }, '/scrapes?at=2025-11-20T14:00:00.250Z'],
    [
      'a window to hold against',
      { ...plain, page: 'memory', versus: { target: null, start: 1_763_647_200, end: 1_763_650_800 } },
      '/memory?vs=2025-11-20T14:00:00Z/2025-11-20T15:00:00Z',
    ],
    [
      'a window of another target to hold against',
      { ...plain, page: 'gc-cpu', versus: { target: 'eu 2', start: 1_763_647_200, end: 1_763_650_800 } },
      '/gc-cpu?vs=2025-11-20T14:00:00Z/2025-11-20T15:00:00Z&vsTarget=eu%202',
    ],
    ['theme and zone', { ...plain, theme: 'dark', zone: 'utc' }, '/?theme=dark&zone=utc'],
    [
      'a target whose name needs escaping', { ...plain, target: 'a b&c=d?<ü>' },
      '/?target=a%20b%26c%3Dd%3F%3C%C3%BC%3E',
    ],
    [
      'one profile',
      {
        ...plain, page: 'profiles', profile: id('a'), sampleType: 'inuse_space',
      }, `/profiles?profile=${id('a')}&type=inuse_space`,
    ],
    ['a diff of a profile with a group, every option set',
      {
        ...plain, page: 'diff', before: [id('1')], after: [id('2'), id('3')], sampleType: 'cpu',
        normalize: 'function:runtime.mallocgc',
        filters: { focus: 'Head|wal', ignore: 'gc', granularity: 'lines', noinlines: true }, search: 'scan.*',
      },
      `/diff?before=${id('1')}&after=${id('2')},${id('3')}&type=cpu&normalize=function:runtime.mallocgc`
        + '&focus=Head%7Cwal&ignore=gc&granularity=lines&noinlines=1&search=scan.*'],
    ['what is open and how it is drawn on a diff',
      {
        ...plain, page: 'diff', selectedFunction: 'github.com/x/tsdb.(*Head).append', functionTab: 'lines',
        percentOf: 'changed', hideNoise: false, widthBy: 'before', colourBy: 'share', label: 'goroutine',
        zoom: ['main.main', 'a;b'], grow: 'up',
      },
      '/diff?function=github.com/x/tsdb.(*Head).append&tab=lines&by=goroutine&zoom=main.main%3Ba%5C%3Bb&grow=up'
        + '&percent=changed&noise=shown&width=before&colour=share'],
    ['every filter of a diff',
      {
        ...plain, page: 'diff',
        filters: {
          focus: 'a', ignore: 'b', hide: 'c', show: 'd', show_from: 'e', prune_from: 'f', tagfocus: 'k=^v$',
          tagignore: 'g', tagshow: 'h', taghide: 'i', trim_path: '/root/go:/src', granularity: 'files',
          noinlines: true, drop_negative: true, before_tagfocus: 'k=1', after_focus: 'z',
        },
      },
      '/diff?focus=a&ignore=b&hide=c&show=d&show_from=e&prune_from=f&tagfocus=k%3D%5Ev%24&tagignore=g&tagshow=h'
        + '&taghide=i&trim_path=/root/go:/src&before_tagfocus=k%3D1&after_focus=z&granularity=files&noinlines=1'
        + '&drop_negative=1'],
    ['a view and how its table is sorted',
      {
        ...plain, page: 'profiles', profile: id('a'), profileView: 'table', sort: { key: 'cum', descending: true },
        selectedFunction: 'main.main',
      },
      `/profiles?profile=${id('a')}&view=table&sort=-cum&function=main.main`],
    [
      'replays side by side, and a probe\'s budget',
      {
        ...plain, page: 'wal-replay', replays: ['a'.repeat(32), 'b'.repeat(32)], budgetSeconds: 900,
      }, `/wal-replay?replays=${'a'.repeat(32)},${'b'.repeat(32)}&budget=15m`,
    ],
    [
      'what the planner is asked',
      { ...plain, page: 'memory', plan: { samplesPerSecond: 500_000, series: 2e6, retentionSeconds: 1_296_000 } },
      '/memory?samples=500000&series=2000000&retention=15d',
    ],
    [
      'what is open on one profile',
      {
        ...plain, page: 'profiles', profile: id('a'), selectedFunction: 'main.main', functionTab: 'callees',
      }, `/profiles?profile=${id('a')}&function=main.main&tab=callees`,
    ],
  ];
  test.each(cases)('%s', (_name, state, url) => {
    expect(formatUrl(state)).toBe(url);
    expect(roundTrip(state)).toEqual(state);
  });

  test('profile keys are not carried to pages where they mean nothing', () => {
    expect(formatUrl({ ...plain, page: 'gc-cpu', before: [id('1')], search: 'x' })).toBe('/gc-cpu');
  });
});

describe('what cannot be read falls back alone', () => {
  const cases: [string, string, Partial<UrlState>][] = [
    ['an unknown duration', '?target=x&range=fast', { target: 'x', range: null }],
    ['a range longer than a year', '?range=99999h', { range: null }],
    ['an end before its start', '?start=2026-11-20T15:00:00Z&end=2026-11-20T14:00:00Z', { range: null }],
    [
      'only one end, beside a range', '?start=2026-11-20T15:00:00Z&range=15m',
      { range: { kind: 'relative', seconds: 900 } },
    ],
    ['Unix seconds are read as well', '?start=100&end=200.5', { range: { kind: 'absolute', start: 100, end: 200.5 } }],
    ['an id that is no hash', '?before=zz&theme=dark', { before: [], theme: 'dark' }],
    ['a note that is none', '?note=../x', { note: null }],
    ['an unknown theme', '?theme=pink', { theme: null }],
    [
      'an unknown tab, width and colour', '?tab=x&width=wide&colour=red&noise=loud',
      { functionTab: 'callers', widthBy: 'larger', colourBy: 'change', hideNoise: true },
    ],
    ['an unknown view and a sort that is no key', '?view=x&sort=--a', { profileView: 'flame', sort: null }],
    ['replays that are none', '?replays=x,../y&budget=soon', {}],
    [
      'a plan that is no number', '?samples=many&series=-4&retention=15d',
      { plan: { samplesPerSecond: null, series: null, retentionSeconds: 1_296_000 } },
    ],
    ['orders that are none', '?sorts=a,b:,c:--d,e:f:g,ok:-k&beside=', {
      sorts: [{ table: 'ok', key: 'k', descending: true }], beside: [],
    }],
    ['a what-if that is not a number', '?gogc=-5&gomemlimit=1e9', { whatIf: NO_CHOICES.whatIf }],
    ['an unknown normalize', '?normalize=function:', { normalize: 'none' }],
    ['values as recorded by choice', '?normalize=none', { normalize: 'none', asRecorded: true }],
  ];
  test.each(cases)('%s', (_name, query, expected) => {
    expect(parseUrl('/diff', query)).toMatchObject(expected);
  });

  test('an unknown path is told apart, a trailing slash is not', () => {
    expect(parseUrl('/nothing', '').page).toBe('unknown');
    expect(parseUrl('/gc-cpu/', '').page).toBe('gc-cpu');
  });
});

describe('durations', () => {
  test.each([
    ['15m', 900], ['1h30m', 5_400], ['90s', 90], ['2d', 172_800], ['1w', 604_800], ['', null], ['0s', null],
    ['5', null], ['1m1h', null], ['-5m', null],
  ])('%s is %s s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });
  test.each(
    [[900, '15m'], [3_600, '1h'], [5_400, '1h30m'], [86_400, '1d'], [90_061, '25h1m1s'], [0.2, '1s']]
  )('%s s is written %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
  test('what is written is read back', () => {
    for (const seconds of [1, 59, 60, 61, 3_599, 7_320, 86_400, 604_800, 1_000_001])
      expect(parseDuration(formatDuration(seconds))).toBe(seconds);
  });
});

describe('times', () => {
  test.each(
    [['2026-11-20T14:00:00+01:00', 1_795_179_600], ['2026-11-20 14:00', null], ['soon', null], ['', null]]
  )('%s is %s', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });
  test('are written in UTC', () => {
    expect(formatTime(1_795_179_600)).toBe('2026-11-20T13:00:00Z');
  });
});

test('a marked moment stays through pages and zooms, and ends with the target or when the window is let go', () => {
  const marked: UrlState = { ...plain, target: 'a', at: 1_500, range: { kind: 'absolute', start: 1_000, end: 2_000 } };
  expect(patchState(marked, { page: 'scrapes', range: { kind: 'absolute', start: 1_400, end: 1_600 } }).at).toBe(1_500);
  expect(patchState(marked, { target: 'b' }).at).toBeNull();
  expect(patchState(marked, { range: null }).at).toBeNull();
  expect(patchState(marked, { range: null, at: 7 }).at).toBe(7);
});

test('a note stays through pages and windows, and ends with the target', () => {
  const marked: UrlState = { ...plain, target: 'a', note: '0123456789abcdef' };
  expect(parseUrl('/scrapes', formatUrl({ ...marked, page: 'scrapes' }).replace('/scrapes', '')).note)
    .toBe('0123456789abcdef');
  expect(patchState(marked, { page: 'scrapes', range: null }).note).toBe('0123456789abcdef');
  expect(patchState(marked, { target: 'b' }).note).toBeNull();
});

test.each([
  ['top', 'table', 'callers'], ['subsystems', 'table', 'callers'], ['peek', 'function', 'callers'],
  ['lines', 'function', 'lines'], ['sandwich', 'function', 'sandwich'],
])('the view %s of an older address is a part of %s', (old, profileView, functionTab) => {
  expect(parseUrl('/diff', `?view=${old}&noise=hidden`)).toMatchObject({ profileView, functionTab, hideNoise: true });
});

test('what is open and sorted ends with the page or the profile; the list of notes stays', () => {
  const opened: UrlState = {
    ...plain, page: 'gc-cpu', open: ['notes', 'figures'], sorts: [{ table: 'a', key: 'b', descending: true }],
  };
  expect(patchState(opened, { page: 'scrapes' })).toMatchObject({ open: ['notes'], sorts: [] });
  expect(patchState({ ...opened, page: 'profiles' }, { profile: id('a') })).toMatchObject({ open: ['notes'] });
  expect(patchState(opened, { range: null })).toMatchObject({ open: ['notes', 'figures'] });
});

test('an order replaces that of its table, and one that no address can carry changes nothing', () => {
  const orders = [{ table: 'a', key: 'b', descending: true }];
  expect(withOrder(orders, { table: 'a', key: 'c', descending: false }))
    .toEqual([{ table: 'a', key: 'c', descending: false }]);
  expect(withOrder(orders, { table: 'a', key: 'c,d', descending: false })).toEqual(orders);
});

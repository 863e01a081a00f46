/**
 * All state of the page that a link carries, and its two pure directions. Keys are short and readable, durations in
 * Prometheus's spelling, times RFC 3339, defaults omitted. A value that cannot be read falls back alone; nothing
 * throws.
 *
 *   /gc-cpu?target=prom-eu-1&range=6h
 *   /compaction?target=prom-eu-1&start=2026-11-20T14:00:00Z&end=2026-11-20T15:00:00Z&theme=dark
 *   /diff?before=<id>&after=<id>,<id>&type=cpu&normalize=total&focus=Head
 */
import {
  filterKeys, parseFilters, parseIds, parseNormalize, parseSort, parseView, viewTexts, type PageFilters,
  type TableSort, type ViewChoice,
} from './profileChoices.ts';
import { parseText } from './queryText.ts';
import { maxRangeSeconds, parseRange, rangeTexts, type TimeRange } from './timeRange.ts';
import { NO_CHOICES, panelChoiceTexts, parsePanelChoices, type PanelChoices } from './panelChoices.ts';
import type { Normalize, PanelName } from '../contract/contract.ts';
import { PANEL_NAMES } from '../panels.ts';
import type { ColourBy } from '../views/flame/flameColours.ts';
import type { WidthBy } from '../views/flame/flameGraphData.ts';
import { formatZoom, parseZoom } from '../views/flame/flameZoomPath.ts';
import { formatSize, parseSizeBytes } from '../text/durations.ts';
import { sideFilterKeys } from '../profile/sideFilters.ts';
import { formatDuration, formatTime, parseDuration, parseTime } from '../text/timeText.ts';
import type { Zone } from '../text/zone.ts';

export type PageKey = 'overview' | 'fleet' | PanelName | 'profiles' | 'diff' | 'benchmarks' | 'log' | 'access' | 'self';

const pages: readonly PageKey[] = [
  'overview', 'fleet', ...PANEL_NAMES, 'profiles', 'diff', 'benchmarks', 'log', 'access', 'self',
];
const pathOf = (page: PageKey): string => (page === 'overview' ? '/' : `/${page}`);

export type { TimeRange };

/** Another window, of the same target (`target` null) or of another. */
export interface Versus { target: string | null; start: number; end: number }

export type ThemeChoice = 'light' | 'dark';

export interface UrlState extends PanelChoices, ViewChoice {
  /** `unknown` when no page has the path. */
  page: PageKey | 'unknown';
  /** null = the first target there is. */
  target: string | null;
  /** null = not chosen: the last hour of a live target, the whole of a recording. */
  range: TimeRange | null;
  /** A moment that every time chart marks, such as that of a finding; Unix seconds. */
  at: number | null;
  /**
   * How far around that moment the charts show, s; the analysis stays that of the whole window. null = all of it, as
   * without a moment.
   */
  aroundSeconds: number | null;
  /** What the figures of a panel are held against; null = nothing. */
  versus: Versus | null;
  /** The note that is looked at; null = none. */
  note: string | null;
  /** null = as the reader's system or last choice says. */
  theme: ThemeChoice | null;
  zone: Zone;
  /** The opened log that is looked at. */
  log: string | null;
  profile: string | null;
  before: string[];
  after: string[];
  /** Profiles selected in the list, to be compared. */
  chosen: string[];
  /** null = the profile's default. */
  sampleType: string | null;
  normalize: Normalize;
  /** What percentages of a diff are of: `before` as `go tool pprof -diff_base`, `changed` as `-base`. */
  percentOf: PercentOf;
  filters: PageFilters;
  /**
   * Regular expression that marks frames and nodes, and narrows tables; it changes no number. On the pages of fleet and
   * access: words.
   */
  search: string;
  /** `name=value` of the labels that the targets of the fleet must have. */
  fleetLabels: string[];
  /** The label by which the fleet is grouped; null = none. */
  fleetGroup: string | null;
  /** How the table of functions is sorted; null = as it comes. */
  sort: TableSort | null;
  /** The function whose card is open, by its full name; null = none. */
  selectedFunction: string | null;
  /** Rows of a diff that are within noise are hidden. */
  hideNoise: boolean;
  widthBy: WidthBy;
  colourBy: ColourBy;
  /** The label that the tags table is by; null = the first. */
  label: string | null;
  /** Names from the outermost function to the frame the flame graph is zoomed into; empty = all is shown. */
  zoom: string[];
  /** The same for the halves of a sandwich. */
  halfZoom: { callers: string[]; callees: string[] };
  /** Which way callees stand: below their callers (icicle) or above them (flame). */
  grow: 'down' | 'up';
  /** What the planner of the memory page is asked; null = the target's own load. */
  plan: Plan;
  /** Kept replays looked at on the WAL replay page: one alone, two side by side. */
  replays: string[];
  /** How long the startup probe lets a start take, as the reader says; null = as configured. */
  budgetSeconds: number | null;
  /** The memory limit of the container, as the reader says; null = as known from elsewhere. */
  limitBytes: number | null;
}

export interface Plan { samplesPerSecond: number | null; series: number | null; retentionSeconds: number | null }

export type PercentOf = 'before' | 'changed';

/** Among what is open: the list of notes, which is next to every page. */
export const NOTES_LIST = 'notes';
const maxLabels = 10;

function parseVersus(query: URLSearchParams): Versus | null {
  const [start, end, ...rest] = (query.get('vs') ?? '').split('/').map(parseTime);
  if (start === undefined || start === null || end === undefined || end === null || rest.length > 0) return null;
  return end - start > 0 && end - start <= maxRangeSeconds
    ? { target: parseText(query, 'vsTarget') ?? null, start, end } : null;
}

/** A count above zero, at most 15 digits. */
export function parseCount(text: string | null): number | null {
  const digits = (text ?? '').replace(/[\s,_]/g, '');
  return /^\d{1,15}(\.\d+)?$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

function pageOf(pathname: string): PageKey | 'unknown' {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return pages.find((page) => pathOf(page) === path) ?? 'unknown';
}

/** Path and query (with or without `?`) to state. */
export function parseUrl(pathname: string, search: string): UrlState {
  const query = new URLSearchParams(search);
  const theme = query.get('theme');
  return {
    page: pageOf(pathname),
    target: parseText(query, 'target') ?? null,
    range: parseRange(query),
    at: parseTime(query.get('at') ?? ''),
    aroundSeconds: parseDuration(query.get('around') ?? ''),
    versus: parseVersus(query),
    note: /^[0-9a-f]{16}$/.exec(query.get('note') ?? '')?.[0] ?? null,
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    zone: query.get('zone') === 'utc' ? 'utc' : 'local',
    log: /^[0-9a-f]{64}$/.exec(query.get('log') ?? '')?.[0] ?? null,
    profile: parseIds(query.get('profile'))[0] ?? null,
    before: parseIds(query.get('before')),
    after: parseIds(query.get('after')),
    chosen: parseIds(query.get('chosen')),
    sampleType: parseText(query, 'type') ?? null,
    normalize: parseNormalize(parseText(query, 'normalize')),
    percentOf: query.get('percent') === 'changed' ? 'changed' : 'before',
    filters: parseFilters(query, pageOf(pathname) === 'diff'),
    search: parseText(query, 'search') ?? '',
    fleetLabels: [...new Set(query.getAll('label'))].filter((label) => /^[^=]+=/.test(label)).slice(0, maxLabels),
    fleetGroup: parseText(query, 'group') ?? null,
    ...parseView(query),
    sort: parseSort(query.get('sort')),
    selectedFunction: parseText(query, 'function') ?? null,
    hideNoise: query.get('noise') !== 'shown',
    widthBy: (['before', 'after'] as const).find((known) => known === query.get('width')) ?? 'larger',
    colourBy: query.get('colour') === 'share' ? 'share' : 'change',
    label: parseText(query, 'by') ?? null,
    plan: {
      samplesPerSecond: parseCount(query.get('samples')), series: parseCount(query.get('series')),
        retentionSeconds: parseDuration(query.get('retention') ?? ''),
    },
    replays: (query.get('replays') ?? '').split(',').filter((id) => /^[0-9a-f]{32}$/.test(id)).slice(0, 2),
    budgetSeconds: parseDuration(query.get('budget') ?? ''),
    limitBytes: parseSizeBytes(query.get('limit') ?? '') || null,
    zoom: parseZoom(query.get('zoom')),
    halfZoom: { callers: parseZoom(query.get('zoomCallers')), callees: parseZoom(query.get('zoomCallees')) },
    grow: query.get('grow') === 'up' ? 'up' : 'down', ...parsePanelChoices(query),
  };
}

/** Keeps `,` and `:` readable; both are allowed in a query. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** State to path and query. Profile keys are written only on the profile pages, where they mean something. */
export function formatUrl(state: UrlState): string {
  const pairs: [string, string][] = [];
  const put = (key: string, value: string | null | undefined): void => {
    if (value !== null && value !== undefined && value !== '') pairs.push([key, value]);
  };
  put('target', state.target);
  for (const [key, text] of rangeTexts(state.range)) put(key, text);
  put('at', state.at === null ? null : formatTime(state.at));
  put('around', state.at === null || state.aroundSeconds === null ? null : formatDuration(state.aroundSeconds));
  if (state.versus !== null) {
    put('vs', `${formatTime(state.versus.start)}/${formatTime(state.versus.end)}`);
    put('vsTarget', state.versus.target);
  }
  put('note', state.note);
  put('theme', state.theme);
  put('zone', state.zone === 'utc' ? 'utc' : null);
  const isOfProfiles = state.page === 'profiles' || state.page === 'diff';
  for (const [key, text] of panelChoiceTexts(state)) put(key, text);
  if (isOfProfiles) {
    put('profile', state.page === 'profiles' ? state.profile : null);
    put('before', state.before.join(','));
    put('after', state.after.join(','));
    put('chosen', state.page === 'profiles' && state.profile === null ? state.chosen.join(',') : null);
    put('type', state.sampleType);
    put('normalize', state.normalize === 'none' ? null : state.normalize);
    put('per', state.per);
    for (const key of filterKeys) put(key, state.filters[key]);
    for (const rule of (state.filters.rename ?? '').split('\n')) put('rename', rule);
    if (state.page === 'diff') for (const key of sideFilterKeys) put(key, state.filters[key]);
    put('granularity', state.filters.granularity === 'functions' ? null : state.filters.granularity);
    put('noinlines', state.filters.noinlines === true ? '1' : null);
    put('drop_negative', state.filters.drop_negative === true ? '1' : null);
    const { view, tab, seconds, scale } = viewTexts(state);
    put('view', view);
    put('seconds', seconds);
    put('scale', scale);
    put('sort', state.sort === null ? null : `${state.sort.descending ? '-' : ''}${state.sort.key}`);
    put('search', state.search);
    put('function', state.selectedFunction);
    put('tab', tab);
    put('by', state.label);
    put('zoom', formatZoom(state.zoom));
    put('zoomCallers', formatZoom(state.halfZoom.callers));
    put('zoomCallees', formatZoom(state.halfZoom.callees));
    put('grow', state.grow === 'up' ? 'up' : null);
  }
  if (state.page === 'log') put('log', state.log);
  if (state.page === 'access') put('search', state.search);
  if (state.page === 'fleet') {
    put('search', state.search);
    for (const label of state.fleetLabels) put('label', label);
    put('group', state.fleetGroup);
  }
  // The profiles of the runs that are compared.
  if (state.page === 'benchmarks') {
    put('before', state.before.join(','));
    put('after', state.after.join(','));
  }
  if (state.page === 'diff') {
    put('percent', state.percentOf === 'before' ? null : state.percentOf);
    put('noise', state.hideNoise ? null : 'shown');
    put('width', state.widthBy === 'larger' ? null : state.widthBy);
    put('colour', state.colourBy === 'change' ? null : state.colourBy);
  }
  if (state.page === 'memory') {
    const { samplesPerSecond, series, retentionSeconds } = state.plan;
    put('samples', samplesPerSecond === null ? null : String(samplesPerSecond));
    put('series', series === null ? null : String(series));
    put('retention', retentionSeconds === null ? null : formatDuration(retentionSeconds));
  }
  if (state.page === 'wal-replay') {
    put('replays', state.replays.join(','));
    put('budget', state.budgetSeconds === null ? null : formatDuration(state.budgetSeconds));
    put('limit', state.limitBytes === null ? null : formatSize(state.limitBytes));
  }
  const path = state.page === 'unknown' ? '/' : pathOf(state.page);
  return pairs.length === 0 ? path : `${path}?${pairs.map(([key, value]) => `${key}=${encode(value)}`).join('&')}`;
}

/**
 * The state with a change put in. A zoom is of one profile's frames, so it ends with the page or the profile, as does
 * what was opened and sorted there (the list of notes stays); a zoom of a sandwich ends with its function; a marked
 * moment is of one target and window, so it ends with the target, and when the window is let go; what charts show
 * around it ends with any change of the window.
 */
export function patchState(state: UrlState, patch: Partial<UrlState>): UrlState {
  const leaves = (patch.page !== undefined && patch.page !== state.page)
    || (patch.profile !== undefined && patch.profile !== state.profile);
  const letsGo = (patch.target !== undefined && patch.target !== state.target)
    || (patch.range !== undefined && patch.range?.kind !== 'absolute');
  const otherTarget = patch.target !== undefined && patch.target !== state.target;
  return {
    ...state, ...(leaves ? { ...NO_CHOICES, open: state.open.filter((one) => one === NOTES_LIST), zoom: [] } : {}),
    ...(leaves || patch.selectedFunction !== undefined ? { halfZoom: { callers: [], callees: [] } } : {}),
    ...(letsGo ? { at: null } : {}),
    ...(letsGo || patch.range !== undefined ? { aroundSeconds: null } : {}),
    ...(otherTarget ? { note: null, versus: null, budgetSeconds: null, limitBytes: null, whatIf: NO_CHOICES.whatIf }
      : {}),
    ...patch,
  };
}

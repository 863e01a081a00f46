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
  /** `unknown` if no page has the path. */
  page: PageKey | 'unknown';
  /** Null for the default target. */
  target: string | null;
  /** Null if not chosen: the last hour of a live target, the whole of a recording. */
  range: TimeRange | null;
  /** Moment that every time chart marks, such as that of a finding; Unix seconds. */
  at: number | null;
  /**
   * Width around that moment shown by the charts, s; the analysis still covers the whole window. Null shows all of it,
   * as without a moment.
   */
  aroundSeconds: number | null;
  /** Window that the figures of a panel are compared with; null for none. */
  versus: Versus | null;
  /** Open note; null for none. */
  note: string | null;
  /** Null to follow the reader's system or last choice. */
  theme: ThemeChoice | null;
  zone: Zone;
  /** Open log. */
  log: string | null;
  profile: string | null;
  before: string[];
  after: string[];
  /** Profiles selected in the list for comparison. */
  chosen: string[];
  /** Null for the profile's default. */
  sampleType: string | null;
  normalize: Normalize;
  /** Whether `none` was chosen; else two CPU profiles of different set times are compared per second. */
  asRecorded: boolean;
  /** Base of percentages in a diff: `before` as `go tool pprof -diff_base`, `changed` as `-base`. */
  percentOf: PercentOf;
  filters: PageFilters;
  /**
   * Regular expression that highlights frames and nodes, and filters tables; it changes no number. On the fleet and
   * access pages: words.
   */
  search: string;
  /** Labels `name=value` required of the targets of the fleet. */
  fleetLabels: string[];
  /** Label by which the fleet is grouped; null for none. */
  fleetGroup: string | null;
  /** Sort order of the function table; null for the default. */
  sort: TableSort | null;
  /** Function whose card is open, by its full name; null for none. */
  selectedFunction: string | null;
  /** Whether rows of a diff within noise are hidden. */
  hideNoise: boolean;
  widthBy: WidthBy;
  colourBy: ColourBy;
  /** Label of the tags table; null for the first. */
  label: string | null;
  /** Names from the outermost function to the frame the flame graph is zoomed into; empty if not zoomed. */
  zoom: string[];
  /** The same for the halves of a sandwich. */
  halfZoom: { callers: string[]; callees: string[] };
  /** Position of callees: below their callers (icicle) or above them (flame). */
  grow: 'down' | 'up';
  /** Load in the planner of the memory page; null for the target's own. */
  plan: Plan;
  /** Stored replays shown on the WAL replay page: one alone, two side by side. */
  replays: string[];
  /** Startup probe's time limit for a start, set by the reader; null for the configured one. */
  budgetSeconds: number | null;
  /** Memory limit of the container, set by the reader; null for the known one. */
  limitBytes: number | null;
}

export interface Plan { samplesPerSecond: number | null; series: number | null; retentionSeconds: number | null }

export type PercentOf = 'before' | 'changed';

/** Name of the list of notes, which is on every page, in `open`. */
export const NOTES_LIST = 'notes';
const maxLabels = 10;

function parseVersus(query: URLSearchParams): Versus | null {
  const [start, end, ...rest] = (query.get('vs') ?? '').split('/').map(parseTime);
  if (start === undefined || start === null || end === undefined || end === null || rest.length > 0) return null;
  return end - start > 0 && end - start <= maxRangeSeconds
    ? { target: parseText(query, 'vsTarget') ?? null, start, end } : null;
}

/** Parses a count above zero, at most 15 digits. */
export function parseCount(text: string | null): number | null {
  const digits = (text ?? '').replace(/[\s,_]/g, '');
  return /^\d{1,15}(\.\d+)?$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

function pageOf(pathname: string): PageKey | 'unknown' {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return pages.find((page) => pathOf(page) === path) ?? 'unknown';
}

/** Parses path and query (with or without `?`) to state. */
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
    asRecorded: query.get('normalize') === 'none',
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

/** Encodes a value but keeps `,`, `:` and `/` readable, which are allowed in a query. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** Formats state as path and query. Profile keys are written only on profile pages. */
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
    put('normalize', state.normalize === 'none' && !state.asRecorded ? null : state.normalize);
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
  // Profiles of the compared runs.
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
 * Returns the state with a change applied. A zoom belongs to one profile's frames, so changing the page or the profile
 * resets it, as it resets open parts and sort orders (except the list of notes); a sandwich's zoom is reset with its
 * function; a marked moment belongs to one target and window, so it is reset with the target or when the window is
 * released; the width around it is reset with any change of the window.
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

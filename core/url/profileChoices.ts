/** Choices on a profile's pages, as written in addresses. */
import type { Normalize, Per, ProfileFilters, SideFilters } from '../contract/contract.ts';
import { readSpanId } from '../profileSpan.ts';
import { sideFilterKeys } from '../profile/sideFilters.ts';
import { parseText } from './queryText.ts';

/** Filters of one profile, and one that only a diff has. */
export interface PageFilters extends ProfileFilters, SideFilters { drop_negative?: boolean }

export const profileViews = ['flame', 'table', 'function', 'graph', 'labels', 'time'] as const;
export type ProfileViewName = (typeof profileViews)[number];

export interface TableSort { key: string; descending: boolean }

export const functionTabs = ['callers', 'callees', 'lines', 'assembly', 'sandwich'] as const;
export type FunctionTab = (typeof functionTabs)[number];

/** Views in older addresses, each of which is now a part of another view. */
const OLD_VIEWS = new Map<string, { view: ProfileViewName; tab?: FunctionTab }>([
  ['top', { view: 'table' }], ['subsystems', { view: 'table' }],
  ['peek', { view: 'function', tab: 'callers' }], ['lines', { view: 'function', tab: 'lines' }],
  ['sandwich', { view: 'function', tab: 'sandwich' }],
]);

export interface ViewChoice {
  profileView: ProfileViewName;
  functionTab: FunctionTab;
  /** Divisor of values; null for none. */
  per: Per | null;
  /** Window of the timeline in seconds since its first sample; null for all of it. */
  timeWindow: { start: number; end: number } | null;
  /** Size of the call graph in % of its natural size; null to fit its box. */
  graphPercent: number | null;
}

export const MIN_GRAPH_PERCENT = 10;
export const MAX_GRAPH_PERCENT = 300;

/** Returns texts for an address; null for a default. */
export function viewTexts(
  { profileView, functionTab, timeWindow, graphPercent }: ViewChoice
): Record<'view' | 'tab' | 'seconds' | 'scale', string | null> {
  return {
    view: profileView === 'flame' ? null : profileView, tab: functionTab === 'callers' ? null : functionTab,
    seconds: timeWindow === null ? null : `${timeWindow.start}/${timeWindow.end}`,
    scale: graphPercent === null ? null : String(graphPercent),
  };
}

function parseSeconds(text: string | null): ViewChoice['timeWindow'] {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)\/(\d{1,9}(?:\.\d{1,9})?)$/.exec(text ?? '');
  const [start, end] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && start < end ? { start, end } : null;
}

function parsePercent(text: string | null): number | null {
  const percent = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0;
  return percent >= MIN_GRAPH_PERCENT && percent <= MAX_GRAPH_PERCENT ? percent : null;
}

/** Parses the view, including that of older addresses. */
export function parseView(
  query: URLSearchParams
): ViewChoice {
  const name = query.get('view') ?? '';
  const old = OLD_VIEWS.get(name);
  return {
    profileView: old?.view ?? profileViews.find((known) => known === name) ?? 'flame',
    functionTab: old?.tab ?? functionTabs.find((known) => known === query.get('tab')) ?? 'callers',
    per: (['second', 'sample'] as const).find((known) => known === query.get('per')) ?? null,
    timeWindow: parseSeconds(query.get('seconds')),
    graphPercent: parsePercent(query.get('scale')),
  };
}

/** Filters with text values. */
export const filterKeys = [
  'subsystem', 'focus', 'ignore', 'hide', 'show', 'show_from', 'prune_from',
  'tagfocus', 'tagignore', 'tagshow', 'taghide', 'tagroot', 'tagleaf', 'trim_path', 'source_path',
] as const;
const MAX_RENAMES_LENGTH = 10_000;
export const granularities = ['functions', 'files', 'lines', 'filefunctions', 'addresses'] as const;

export function parseFilters(query: URLSearchParams, isDiff: boolean): PageFilters {
  const filters: PageFilters = {};
  for (const key of [...filterKeys, ...(isDiff ? sideFilterKeys : [])]) {
    const text = parseText(query, key);
    if (text !== undefined) filters[key] = text;
  }
  const rename = query.getAll('rename').join('\n').slice(0, MAX_RENAMES_LENGTH);
  if (rename !== '') filters.rename = rename;
  const granularity = granularities.find((known) => known === query.get('granularity'));
  if (granularity !== undefined && granularity !== 'functions') filters.granularity = granularity;
  if (query.get('noinlines') === '1') filters.noinlines = true;
  if (query.get('drop_negative') === '1') filters.drop_negative = true;
  return filters;
}

/** Parses a sort order: `flat` ascending, `-flat` descending. */
export function parseSort(text: string | null): TableSort | null {
  const match = /^(-?)([a-zA-Z]{1,40})$/.exec(text ?? '');
  return match === null ? null : { key: match[2] ?? '', descending: match[1] === '-' };
}

const MAX_GROUP = 32;

/** Parses ids of profiles and of spans. */
export function parseIds(text: string | null): string[] {
  return (text ?? '').split(',').filter((id) => /^[0-9a-f]{64}$/.test(id) || readSpanId(id) !== null)
    .slice(0, MAX_GROUP);
}

export function parseNormalize(text: string | undefined): Normalize {
  if (text === 'sum' || text === 'total' || text === 'duration' || text === 'samples-ingested') return text;
  if (text?.startsWith('function:') === true && text.length > 'function:'.length)
    return `function:${text.slice('function:'.length)}`;
  return 'none';
}

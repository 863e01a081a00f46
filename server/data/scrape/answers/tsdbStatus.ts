/**
 * Series in a server's memory by metric and label: /api/v1/status/tsdb, by kind and version of the server. Untrusted
 * text: read field by field, bounded.
 */
import type { CardinalityKey, CardinalityRow, HeadReading } from '../../../../core/contract/panels/memory.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { apiData, type JsonObject, numberField, objectField } from './jsonFields.ts';

/** Rows requested of each list, and kept. Prometheus versions without the parameter always return 10. */
const ROWS = 50;
const MAX_NAME = 300;
/** Enough for 250 rows with long names. */
export const MAX_STATUS_BYTES = 1024 * 1024;

interface StatusForm {
  path: string;
  /** First version that answers it. */
  since: readonly [major: number, minor: number];
  /** Location of its totals, and the names of its lists. */
  totals: { within: string | null; series: string; labelPairs: string; chunks: string | null };
  lists: Partial<Record<CardinalityKey, string>>;
  /** True if it counts series seen since midnight UTC, not those in memory. */
  isDaily: boolean;
}

/** Prometheus: web/api/v1/api.go, 2.42 and 3.15 alike. VictoriaMetrics: app/vmselect, single node. */
const FORMS: Partial<Record<TargetKind, StatusForm>> = {
  prometheus: {
    path: `/api/v1/status/tsdb?limit=${ROWS}`, since: [2, 15], isDaily: false,
    totals: { within: 'headStats', series: 'numSeries', labelPairs: 'numLabelPairs', chunks: 'chunkCount' },
    lists: {
      metrics: 'seriesCountByMetricName', labelValues: 'labelValueCountByLabelName',
      labelBytes: 'memoryInBytesByLabelName', labelPairs: 'seriesCountByLabelValuePair',
    },
  },
  victoriametrics: {
    path: `/api/v1/status/tsdb?topN=${ROWS}`, since: [0, 0], isDaily: true,
    totals: { within: null, series: 'totalSeries', labelPairs: 'totalLabelValuePairs', chunks: null },
    lists: {
      metrics: 'seriesCountByMetricName', labelValues: 'labelValueCountByLabelName',
      labelPairs: 'seriesCountByLabelValuePair',
    },
  },
};

const REASONS: Partial<Record<TargetKind, string>> = {
  'prometheus-agent': 'Prometheus in agent mode has no head block; ask the server that it writes to.',
  thanos: 'Thanos answers this by tenant, which is not read; ask the Prometheus behind it.',
  mimir: 'Mimir answers this by tenant (/api/v1/cardinality), which is not read.',
  unknown: 'The target has not been recognized yet.',
};

/** Returns the request to send, or why there is none. A server of unknown version is asked. */
export function statusRequest(kind: TargetKind, version: string): { path: string } | { reason: string } {
  const form = FORMS[kind];
  if (form === undefined)
    return { reason: REASONS[kind] ?? 'This target has no series of its own: it stores no samples.' };
  const [major, minor] = version.split('.').map(Number);
  const [since, sinceMinor] = form.since;
  const isOlder = major !== undefined && minor !== undefined
    && (major < since || (major === since && minor < sinceMinor));
  return isOlder ? { reason: `Prometheus answers this since ${form.since.join('.')}; this is ${version}.` }
    : { path: form.path };
}

/** Data about a request besides its body. Times in Unix seconds. */
export type Asked = Pick<HeadReading, 'time' | 'tookSeconds' | 'processStart'>;

/**
 * Reads an answer; null if it is invalid. A missing list is null; one as long as requested is cut off (`isWhole`
 * false), so an absent name may have up to the count of its last row.
 */
export function readTsdbStatus(kind: TargetKind, body: Uint8Array, asked: Asked): HeadReading | null {
  const form = FORMS[kind];
  const data = apiData(body);
  if (form === undefined || data === undefined) return null;
  const { within, series, labelPairs, chunks } = form.totals;
  const totals = within === null ? data : objectField(data, within) ?? {};
  const total = countField(totals, series);
  if (total === null) return null;
  const list = (key: CardinalityKey): HeadReading['lists'][CardinalityKey] => {
    const name = form.lists[key];
    return name === undefined ? null : readList(data[name]);
  };
  return {
    ...asked, sizeBytes: body.length, isDaily: form.isDaily, series: total,
    labelPairs: countField(totals, labelPairs), chunks: chunks === null ? null : countField(totals, chunks),
    lists: {
      metrics: list('metrics'), labelValues: list('labelValues'), labelBytes: list('labelBytes'),
      labelPairs: list('labelPairs'),
    },
  };
}

function readList(value: unknown): HeadReading['lists'][CardinalityKey] {
  if (!Array.isArray(value)) return null;
  const rows = value.slice(0, ROWS).flatMap((one: unknown): CardinalityRow[] => {
    const fields = typeof one === 'object' && one !== null ? one as JsonObject : {};
    const { name } = fields;
    const count = countField(fields, 'value');
    return typeof name === 'string' && name !== '' && count !== null ? [{ name: name.slice(0, MAX_NAME), count }] : [];
  });
  // Servers that do not know the parameter return ten rows.
  return { rows: rows.toSorted((a, b) => b.count - a.count), isWhole: value.length < ROWS && value.length !== 10 };
}

function countField(object: JsonObject, name: string): number | null {
  const value = numberField(object, name);
  return value === undefined || value < 0 ? null : value;
}

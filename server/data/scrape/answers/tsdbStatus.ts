/**
 * What a server holds in memory by metric and label: /api/v1/status/tsdb, by kind and version of the server. Outside
 * text: read field by field, bounded.
 */
import type { CardinalityKey, CardinalityRow, HeadReading } from '../../../../core/contract/panels/memory.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { apiData, type JsonObject, numberField, objectField } from './jsonFields.ts';

/** Rows asked of each list, and kept. Before the parameter came, Prometheus answers 10 whatever it is asked. */
const ROWS = 50;
const MAX_NAME = 300;
/** 250 rows with long names. */
export const MAX_STATUS_BYTES = 1024 * 1024;

interface StatusForm {
  path: string;
  /** First version that answers it. */
  since: readonly [major: number, minor: number];
  /** Where its totals are, and the names of its lists. */
  totals: { within: string | null; series: string; labelPairs: string; chunks: string | null };
  lists: Partial<Record<CardinalityKey, string>>;
  /** It counts what was seen since midnight UTC, not what is in memory. */
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

/** The request that a server answers, or why there is none. An unknown version is asked. */
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

/** What is known of a request besides its body. Times in Unix seconds. */
export type Asked = Pick<HeadReading, 'time' | 'tookSeconds' | 'processStart'>;

/**
 * Reads an answer; null: it is none. A list that is missing is null, one that is as long as asked for is cut off
 * (`isWhole` false), so a name that it lacks may have up to as many as its last row.
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
  // Ten is what a server gives that does not know the parameter.
  return { rows: rows.toSorted((a, b) => b.count - a.count), isWhole: value.length < ROWS && value.length !== 10 };
}

function countField(object: JsonObject, name: string): number | null {
  const value = numberField(object, name);
  return value === undefined || value < 0 ? null : value;
}

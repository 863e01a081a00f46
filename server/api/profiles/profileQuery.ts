/** What the questions about profiles have in their addresses. */
import type { Normalize } from '../../../core/contract/contract.ts';
import { badData } from '../http/errors.ts';
import { flag, oneOf, profileFilters, ratio, text, wholeNumber, type Queried } from '../http/queryParameters.ts';
import type { DiffQuery, ProfileQuery, ViewQuestion } from '../../store/files/profileCatalog.ts';

const MAX_GROUP = 50;
const MAX_ROWS = 1_000_000;
const DEFAULT_ROWS = 500;
const DEFAULT_MIN_RATIO = 0.0005;
/** Node reads at most 16 KiB of request line and headers. */
const MAX_ZOOM_LENGTH = 12_000;
const MAX_PATHS_LENGTH = 4000;
const MAX_UNIT_LENGTH = 50;

export function profileQuery(req: Queried): ProfileQuery {
  return {
    ...profileFilters(req),
    ...optional('tagshow', text(req, 'tagshow')),
    ...optional('taghide', text(req, 'taghide')),
    ...optional('prune_from', text(req, 'prune_from')),
    ...optional('trim_path', text(req, 'trim_path', MAX_PATHS_LENGTH)),
    ...optional('sampleType', text(req, 'sampleType', 200)),
    limit: wholeNumber(req, 'limit', MAX_ROWS) ?? DEFAULT_ROWS,
    minRatio: ratio(req, 'minRatio') ?? DEFAULT_MIN_RATIO,
    ...readZoom(req),
  };
}

/** `zoom=["main","run"]`: names from the root of the flame graph to the frame that is made its root. */
function readZoom(req: Queried): Pick<ProfileQuery, 'zoom'> {
  const value = text(req, 'zoom', MAX_ZOOM_LENGTH);
  if (value === undefined) return {};
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!Array.isArray(read) || !read.every((name) => typeof name === 'string')) {
    throw badData('"zoom" must be a JSON list of names, from the root of the flame graph to the frame to zoom into, such as ["main.main","main.run"].');
  }
  return { zoom: read };
}

export function diffQuery(req: Queried): DiffQuery {
  const normalize = readNormalize(req);
  const dropNegative = flag(req, 'drop_negative');
  return {
    ...profileQuery(req),
    ...optional<'base', 'base' | 'diff_base'>('base', oneOf(req, 'base', ['base', 'diff_base'])),
    before: readGroup(req, 'before'),
    after: readGroup(req, 'after'),
    ...(normalize === undefined ? {} : { normalize }),
    ...(dropNegative === undefined ? {} : { drop_negative: dropNegative }),
  };
}

/**
 * For a report as `go tool pprof` prints it: without `limit` with its own limits (rows under half a percent are dropped),
 * with one that many rows, 0 = all.
 */
export function textQuestion(req: Queried, report: NonNullable<ViewQuestion['report']>): ViewQuestion & { limit: number } {
  const limit = wholeNumber(req, 'limit', MAX_ROWS);
  const nodefraction = ratio(req, 'nodefraction') ?? (limit === undefined ? undefined : 0);
  const edgefraction = ratio(req, 'edgefraction');
  return {
    report, limit: limit ?? 0, nodecount: wholeNumber(req, 'nodecount', MAX_ROWS) ?? limit ?? 0,
    ...(nodefraction === undefined ? {} : { nodefraction }), ...(edgefraction === undefined ? {} : { edgefraction }), ...optional('unit', text(req, 'unit', MAX_UNIT_LENGTH)),
  };
}

function readGroup(req: Queried, name: 'before' | 'after'): string[] {
  const ids = (text(req, name, 70 * MAX_GROUP) ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) throw badData(`"${name}" is missing; give the id of a profile, or several separated by commas.`);
  if (ids.length > MAX_GROUP) throw badData(`"${name}" names more than ${MAX_GROUP} profiles.`);
  return ids;
}

function readNormalize(req: Queried): Normalize | undefined {
  const value = text(req, 'normalize', 10_000);
  if (value === undefined) return undefined;
  if (value === 'none' || value === 'total' || value === 'duration' || value === 'samples-ingested') return value;
  if (value.startsWith('function:') && value.length > 'function:'.length) return value as `function:${string}`;
  throw badData('"normalize" must be none, total, duration, samples-ingested or function:NAME.');
}

/** `{[key]: value}`, or nothing when the value is undefined. */
function optional<K extends string, V extends string>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/**
 * Reads lists of target groups, `[{targets: [host:port], labels: {...}}]`, from files and HTTP endpoints. Format:
 * https://prometheus.io/docs/prometheus/latest/configuration/configuration/#file_sd_config
 */
import { parse, YAMLParseError } from 'yaml';
import { fail, ok, type Result } from '../../../core/result.ts';
import { LABEL_NAME, type LabelMap } from './relabel.ts';

/** Maximum of entries of one answer or file; each may run all rules. */
export const MAX_DISCOVERED = 10_000;
const MAX_LABELS = 100;
const MAX_LABEL_VALUE = 4096;

/**
 * Returns the labels of each target of the text, plus those of `more` that it does not set. Error: the end of a
 * sentence.
 */
export function readTargetGroups(
  text: string, format: 'json' | 'yaml', more: Readonly<Record<string, string>>
): Result<LabelMap[]> {
  const read = format === 'json' ? readJson(text) : readYaml(text);
  if (!read.ok) return read;
  // An empty YAML file is an empty list.
  const groups = read.value ?? [];
  if (!Array.isArray(groups)) return fail('bad_data', 'it is no list of target groups');
  const found: LabelMap[] = [];
  for (const [i, group] of (groups as unknown[]).entries()) {
    const mistake = addGroup(found, group, more);
    if (mistake !== null) return fail('bad_data', `group ${i + 1} ${mistake}`);
    if (found.length > MAX_DISCOVERED) return fail('too_large', `it has more than ${MAX_DISCOVERED} targets`);
  }
  return ok(found);
}

function readJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('bad_data', 'it is not JSON');
  }
}

function readYaml(text: string): Result<unknown> {
  try {
    // Reads every scalar as text, even `shard: 1`. Rejects aliases, which could make a small file a large one.
    return ok(parse(text, { schema: 'failsafe', maxAliasCount: 0 }) as unknown);
  } catch (error) {
    if (error instanceof YAMLParseError)
      return fail('bad_data', `line ${error.linePos?.[0].line ?? 1} of it is not YAML`);
    if (error instanceof ReferenceError) return fail('bad_data', 'it has aliases, which are not read');
    throw error;
  }
}

/** Returns what is wrong with the group, or null if its targets were added. */
function addGroup(found: LabelMap[], group: unknown, more: Readonly<Record<string, string>>): string | null {
  if (typeof group !== 'object' || group === null || Array.isArray(group)) return 'has no "targets"';
  const { targets, labels, ...unknown } = group as Record<string, unknown>;
  const extra = Object.keys(unknown)[0];
  if (extra !== undefined) return `has a key that is not known, "${extra.slice(0, 60)}"; known: targets, labels`;
  const addresses: unknown = isEmpty(targets) ? [] : targets;
  if (!Array.isArray(addresses) || !addresses.every((one): one is string => typeof one === 'string'))
    return 'has "targets" that are no list of texts';
  const shared = readLabels(isEmpty(labels) ? {} : labels);
  if (typeof shared === 'string') return shared;
  for (const target of addresses) {
    if (target.length > MAX_LABEL_VALUE) return `has a target longer than ${MAX_LABEL_VALUE} letters`;
    found.push(new Map([...Object.entries(more), ...shared, ['__address__', target]]));
    // Stops early, so that a group of millions is not built before the limit is checked.
    if (found.length > MAX_DISCOVERED) break;
  }
  return null;
}

/** Returns whether a key has no value. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function readLabels(labels: unknown): Map<string, string> | string {
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels)) return 'has "labels" that are no mapping';
  const entries = Object.entries(labels as Record<string, unknown>);
  if (entries.length > MAX_LABELS) return `has more than ${MAX_LABELS} labels`;
  const read = new Map<string, string>();
  for (const [name, value] of entries) {
    if (!LABEL_NAME.test(name)) return `has a label whose name is not valid, "${name.slice(0, 60)}"`;
    if (typeof value !== 'string') return `has a label that is not text, "${name}"; put its value in quotes`;
    if (value.length > MAX_LABEL_VALUE) return `has a label longer than ${MAX_LABEL_VALUE} letters, "${name}"`;
    // Lone surrogates cannot occur in a request or file.
    read.set(name, value.replace(/\p{Cs}/gu, '\uFFFD'));
  }
  return read;
}

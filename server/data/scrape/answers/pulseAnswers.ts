/**
 * Last evaluation of each rule group and last scrape of each target by a server: /api/v1/rules and /api/v1/targets.
 * Untrusted text: read field by field, bounded.
 */
import type { RuleOfGroup } from '../../../../core/contract/panels/trains.ts';
import { parseDurationMs } from '../../../../core/text/durations.ts';
import { apiData, type JsonObject, numberField, objectField, textField } from './jsonFields.ts';
import { isRecord } from '../../../../core/contract/isRecord.ts';

/** Firing alerts would take more space than the rules; servers omit them on request from 2.53 on. */
export const RULES_PATH = '/api/v1/rules?exclude_alerts=true';
export const MAX_RULES_BYTES = 8 * 1024 * 1024;
const MAX_GROUPS = 500;
const MAX_TARGETS = 2000;
const MAX_RULES_OF_GROUP = 100;
const MAX_NAME = 300;
const MAX_URL = 500;
const MAX_ERROR = 300;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

/** One pulse, on the target's clock; the subject fields are those of trains. */
export interface StatedPulse {
  name: string;
  file: string | null;
  instance: string | null;
  startMs: number;
  widthMs: number;
  periodMs: number;
}

export interface StatedGroup extends StatedPulse { file: string; rules: RuleOfGroup[] }

/** Returns at most 500 groups, those that take the largest part of their interval; null if the answer is not a list. */
export function statedGroups(body: Uint8Array): StatedGroup[] | null {
  const groups = rowsOf(body, 'groups')?.flatMap((group): StatedGroup[] => {
    const name = textField(group, 'name', MAX_NAME);
    const interval = numberField(group, 'interval');
    const startMs = timeField(group, 'lastEvaluation');
    if (name === undefined || interval === undefined || startMs === null) return [];
    return [{
      name, file: textField(group, 'file', MAX_URL) ?? '', instance: null, startMs, periodMs: 1000 * interval,
      widthMs: 1000 * (numberField(group, 'evaluationTime') ?? NaN), rules: rulesOf(group),
    }];
  });
  return groups === undefined ? null : heaviest(groups, MAX_GROUPS);
}

/** Returns at most 2000 targets, those whose scrapes take the largest part of their interval. */
export function statedScrapes(body: Uint8Array): StatedPulse[] | null {
  const targets = rowsOf(body, 'activeTargets')?.flatMap((target): StatedPulse[] => {
    const name = textField(target, 'scrapePool', MAX_NAME)
      ?? textField(objectField(target, 'labels') ?? {}, 'job', MAX_NAME);
    const url = textField(target, 'scrapeUrl', MAX_URL);
    const startMs = timeField(target, 'lastScrape');
    const periodMs = parseDurationMs(textField(target, 'scrapeInterval', 30) ?? '');
    if (name === undefined || url === undefined || startMs === null || periodMs === null) return [];
    const widthMs = 1000 * (numberField(target, 'lastScrapeDuration') ?? NaN);
    return [{ name, file: null, instance: bareUrl(url), startMs, widthMs, periodMs }];
  });
  return targets === undefined ? null : heaviest(targets, MAX_TARGETS);
}

function rowsOf(body: Uint8Array, name: string): JsonObject[] | undefined {
  const rows = apiData(body)?.[name];
  return Array.isArray(rows) ? (rows as unknown[]).filter(isRecord) : undefined;
}

function heaviest<T extends StatedPulse>(pulses: T[], most: number): T[] {
  const load = ({ widthMs, periodMs }: T): number => (widthMs > 0 && periodMs > 0 ? widthMs / periodMs : 0);
  return pulses.sort((a, b) => load(b) - load(a)).slice(0, most);
}

function rulesOf(group: JsonObject): RuleOfGroup[] {
  const rules = Array.isArray(group['rules']) ? group['rules'] as unknown[] : [];
  return rules.flatMap((rule): RuleOfGroup[] => {
    if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return [];
    const fields = rule as JsonObject;
    const name = textField(fields, 'name', MAX_NAME);
    if (name === undefined) return [];
    const health = textField(fields, 'health', 20);
    const error = fields['lastError'];
    return [{
      name, type: fields['type'] === 'alerting' ? 'alerting' : 'recording',
      health: health === 'ok' || health === 'err' ? health : 'unknown',
      lastError: typeof error === 'string' && error !== '' ? error.slice(0, MAX_ERROR) : null,
      seconds: numberField(fields, 'evaluationTime') ?? null,
    }];
  }).sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1)).slice(0, MAX_RULES_OF_GROUP);
}

/** Returns a time in ms; null for Go's zero time, before the first evaluation or scrape. */
function timeField(object: JsonObject, name: string): number | null {
  const text = textField(object, name, 40);
  const ms = text !== undefined && RFC3339.test(text) ? Date.parse(text) : NaN;
  return ms > 0 ? ms : null;
}

/** Returns the URL without credentials and parameters, which may hold secrets. */
function bareUrl(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
}

/** `target.json` in a target's folder: its description besides its samples. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import type { TargetKind } from '../../../../core/contract/terms/targetKind.ts';
import { SEVERITIES } from '../../../../core/finding.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { readJson } from '../../../kernel/files/jsonFile.ts';
import { writeWhole } from '../../../kernel/files/wholeFile.ts';
import type { TargetDescription } from '../dataStore.ts';
import type { PartitionSummary } from '../partitions/partitionRead.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const KINDS: Record<TargetKind, true> = {
  prometheus: true, 'prometheus-agent': true, victoriametrics: true, thanos: true, mimir: true, 'otel-collector': true,
  go: true, unknown: true,
};

/** A partition's summary takes about 100 bytes. */
const MAX_BYTES = 64 * 2 ** 20;

export function targetFilePath(folder: string): string {
  return join(folder, 'target.json');
}

export async function writeTargetFile(
  folder: string, target: TargetDescription, { summaries, openHeads }: Omit<TargetFile, 'target'>,
): Promise<void> {
  // Facts fetched from the target at every start, and an opened log, are kept in memory only.
  const facts: TargetFacts = {
    ...target.facts, blocks: undefined, logRuns: undefined, logDeletedMs: undefined, scrapeJobs: undefined,
  };
  const content = { ...target, incident: undefined, facts, partitions: Object.fromEntries(summaries), openHeads };
  await writeWhole(targetFilePath(folder), JSON.stringify(content));
}

export interface TargetFile {
  target: TargetDescription;
  /** Summaries of sealed partitions by file name. */
  summaries: Map<string, PartitionSummary>;
  /** File names of open heads. With the partitions they show which files are missing. */
  openHeads: string[];
}

/** Reads the file; null if there is none; fails if it is invalid; minor fields fall back to defaults individually. */
export function readTargetFile(folder: string): Promise<Result<TargetFile> | null> {
  return readJson(targetFilePath(folder), { maxBytes: MAX_BYTES, check: checkedTarget });
}

function checkedTarget(value: unknown): Result<TargetFile> {
  const fields = record(value);
  if (typeof fields.name !== 'string') return fail('bad_data', 'it names no target');
  const kind = text(fields.kind);
  const target: TargetDescription = {
    // Absent in old files, or edited by hand: checked because it becomes the name of a folder.
    id: typeof fields.id === 'string' && ID.test(fields.id) ? fields.id : randomUUID(),
    name: fields.name,
    url: typeof fields.url === 'string' ? fields.url : null,
    recording: fields.recording === true,
    kind: isKind(kind) ? kind : 'unknown',
    version: text(fields.version),
    goVersion: text(fields.goVersion),
    facts: readFacts(record(fields.facts)),
    labels: strings(record(fields.labels)),
    ...(typeof fields.programSinceMs === 'number' ? { programSinceMs: fields.programSinceMs } : {}),
    ...readSkipped(record(fields.skippedLines)),
    ...readSaid(record(fields.said)),
  };
  const summaries = new Map<string, PartitionSummary>();
  for (const [file, value] of Object.entries(record(fields.partitions))) {
    const { firstMs, lastMs, scrapes } = record(value);
    if (typeof scrapes === 'number')
      summaries.set(file, { firstMs: number(firstMs) ?? null, lastMs: number(lastMs) ?? null, scrapes });
  }
  const heads: unknown[] = Array.isArray(fields.openHeads) ? fields.openHeads : [];
  return ok({ target, summaries, openHeads: heads.filter((name) => typeof name === 'string') });
}

function readSkipped({ count, lines }: Record<string, unknown>): Pick<TargetDescription, 'skippedLines'> {
  if (typeof count !== 'number') return {};
  const read = (Array.isArray(lines) ? lines : []).map((one) => record(one));
  return {
    skippedLines: {
      count, lines: read.map(({ line, message }) => ({ line: number(line) ?? 0, message: text(message) })),
    },
  };
}

function readSaid({ severity, sentences }: Record<string, unknown>): Pick<TargetDescription, 'said'> {
  const known = SEVERITIES.find((one) => one === severity);
  const texts: unknown[] = Array.isArray(sentences) ? sentences : [];
  return known === undefined ? {}
    : { said: { severity: known, sentences: texts.filter((one) => typeof one === 'string') } };
}

function readFacts(fields: Record<string, unknown>): TargetFacts {
  const facts: TargetFacts = {};
  if (typeof fields.goVersion === 'string') facts.goVersion = fields.goVersion;
  if (fields.flags !== undefined) facts.flags = strings(record(fields.flags));
  if (fields.features !== undefined) facts.features = switches(record(fields.features));
  for (const name of ['blockRangeSeconds', 'maxProcs', 'gogcPercent', 'memoryLimitBytes'] as const) {
    const value = number(fields[name]);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function strings(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  );
}

function switches(fields: Record<string, unknown>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function isKind(value: string): value is TargetKind {
  return Object.hasOwn(KINDS, value);
}

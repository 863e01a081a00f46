/** `incident.json` of a target opened from an incident file: its origin, and facts that live targets keep in memory. */
import { join } from 'node:path';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { fail, ok, type Result } from '../../../../core/result.ts';
import { readJson } from '../../../kernel/files/jsonFile.ts';
import { writeWhole } from '../../../kernel/files/wholeFile.ts';
import type { StoredIncident } from '../dataStore.ts';

const FILE = 'incident.json';
const MAX_BYTES = 32 * 2 ** 20;

export interface IncidentFile { incident: StoredIncident; facts: TargetFacts }

export function writeIncidentFile(folder: string, content: IncidentFile): Promise<void> {
  return writeWhole(join(folder, FILE), JSON.stringify(content));
}

/** Reads the file; null if there is none. Fails if it cannot be read: the target is then a plain recording. */
export function readIncidentFile(folder: string): Promise<Result<IncidentFile> | null> {
  return readJson(join(folder, FILE), { maxBytes: MAX_BYTES, check: checkedIncident });
}

function checkedIncident(content: unknown): Result<IncidentFile> {
  const fields: Record<string, unknown> = typeof content === 'object' && content !== null ? { ...content } : {};
  const incident: unknown = fields['incident'];
  const hasManifest = typeof incident === 'object' && incident !== null && 'manifest' in incident;
  const manifest = hasManifest ? incident.manifest : null;
  const hasWindow = typeof manifest === 'object' && manifest !== null && 'window' in manifest && 'scrape' in manifest;
  if (!hasWindow) return fail('bad_data', 'it names no window');
  if (typeof fields['facts'] !== 'object' || fields['facts'] === null) return fail('bad_data', 'it holds no facts');
  // This program wrote it from a file that was checked against the contract.
  return ok(content as IncidentFile);
}

/** `incident.json` in the folder of a target that was opened from an incident file: where it is from, and facts that live targets keep in memory. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetFacts } from '../../../core/contract/facts.ts';
import type { StoredIncident } from '../dataStore.ts';

const FILE = 'incident.json';
const MAX_BYTES = 32 * 2 ** 20;

export interface IncidentFile { incident: StoredIncident; facts: TargetFacts }

export async function writeIncidentFile(folder: string, content: IncidentFile): Promise<void> {
  const path = join(folder, FILE);
  await writeFile(`${path}.tmp`, JSON.stringify(content), { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** null where there is none. Throws with a sentence's end where it cannot be read: the target is a plain recording then. */
export async function readIncidentFile(folder: string): Promise<IncidentFile | null> {
  const path = join(folder, FILE);
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new Error('it is far too large');
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    const fields: Record<string, unknown> = typeof content === 'object' && content !== null ? { ...content } : {};
    const incident: unknown = fields['incident'];
    const manifest = typeof incident === 'object' && incident !== null && 'manifest' in incident ? incident.manifest : null;
    if (typeof manifest !== 'object' || manifest === null || !('window' in manifest) || !('scrape' in manifest)) throw new Error('it names no window');
    if (typeof fields['facts'] !== 'object' || fields['facts'] === null) throw new Error('it holds no facts');
    // Written by this very program, from a file that was held against the contract.
    return content as IncidentFile;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

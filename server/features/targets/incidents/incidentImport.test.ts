import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadIncident } from '../../../data/archive/readIncident.ts';
import { fail, ok } from '../../../../core/result.ts';
import type { IncidentSources } from './incidentExport.ts';
import { importIncident } from './incidentImport.ts';

let folder: string;
/** Profiles by the text that is their content, and targets, that are there. */
let profiles: Set<string>;
let targets: Set<string>;
let trains: unknown[][];
let notesAre: ReturnType<typeof ok<number>> | ReturnType<typeof fail>;
let replaysAre: typeof notesAre;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'incident-'));
  profiles = new Set(['mine']);
  targets = new Set();
  trains = [];
  notesAre = replaysAre = ok(0);
});
afterEach(() => { rmSync(folder, { recursive: true, force: true }); });

/** Each profile's id is its text; what it does not say of the others' interfaces is not asked. */
function sources(): IncidentSources {
  const partly: unknown = {
    version: '1', folder, now: () => 0,
    data: {
      importIncident: ({ name }: { name: string }) => { targets.add(name); return Promise.resolve(ok(null)); },
      removeTarget: (name: string) => { targets.delete(name); return Promise.resolve(ok(null)); },
    },
    profiles: {
      list: () => Promise.resolve([...profiles].map((id) => ({ id }))),
      add: ({ bytes, name }: { bytes: Uint8Array; name: string }) => {
        const id = Buffer.from(bytes).toString();
        profiles.add(id);
        return Promise.resolve(ok({ id, name }));
      },
      remove: (id: string) => { profiles.delete(id); return Promise.resolve(ok(null)); },
    },
    notes: { takeOver: () => Promise.resolve(notesAre), removeTarget: () => Promise.resolve(ok(null)) },
    replays: { takeOver: () => Promise.resolve(replaysAre) },
    targets: { find: () => Promise.resolve(undefined) },
    trains: {
      takeOver: (...taken: unknown[]) => { trains.push(taken); return Promise.resolve(); },
    },
  };
  return partly as IncidentSources;
}

/** `held`: id as the manifest says it, and the bytes that lie under it. */
function incident(held: [id: string, text: string][], notes: unknown[] = []): ReadIncident {
  const partly: unknown = {
    manifest: { exportedBy: '1', redacted: { what: [] }, leftOut: [], window: { start: 1, end: 2 } },
    trains: [], facts: {}, samples: '', history: null,
    replays: [], strangers: [], notes,
    profiles: held.map(([id, text], i) => {
      const file = join(folder, String(i));
      writeFileSync(file, text);
      return { info: { id, name: `profile ${id}`, source: { how: 'upload' } }, file };
    }),
  };
  return partly as ReadIncident;
}

describe('opening an incident file', () => {
  it('keeps its profiles, and those that were there', async () => {
    expect((await importIncident(sources(), 'prom', incident([['a', 'a'], ['mine', 'mine']]))).ok).toBe(true);
    expect([...profiles]).toEqual(['mine', 'a']);
  });

  it('keeps the trains of its scrapes, none of a file that is refused', async () => {
    await importIncident(sources(), 'prom', { ...incident([]), trains: [{ kind: 'scrape-job' }] });
    await importIncident(sources(), 'other', incident([['a', 'b']]));
    expect(trains).toEqual([['prom', [{ kind: 'scrape-job' }], 2]]);
  });

  it('refuses a profile that is another than it says, and leaves nothing of the file', async () => {
    expect(await importIncident(sources(), 'prom', incident([['a', 'a'], ['b', 'other']]))).toMatchObject({
      ok: false,
      error: {
        errorType: 'bad_data',
        message: expect.stringContaining('"profile b" of the incident file is not the one it says it is') as string,
      },
    });
    expect([...profiles]).toEqual(['mine']);
    expect([...targets]).toEqual([]);
  });

  it('leaves a profile that was there before, also where the file passes it off as another', async () => {
    expect((await importIncident(sources(), 'prom', incident([['mine', 'mine'], ['b', 'mine']]))).ok).toBe(false);
    expect([...profiles]).toEqual(['mine']);
  });

  it('leaves nothing when its notes do not fit', async () => {
    notesAre = fail('too_large', 'Too many notes.');
    expect(await importIncident(sources(), 'prom', incident([['a', 'a'], ['mine', 'mine']], [{}])))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
    expect([...profiles]).toEqual(['mine']);
    expect([...targets]).toEqual([]);
  });
});

/** Writes an incident file: a gzip tar whose first member is the manifest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { IncidentManifest, IncidentMember } from '../../../core/contract/contract.ts';
import { INCIDENT_FOLDER, MEMBERS } from '../incident/incidentFormat.ts';

/** A member with a known checksum; its bytes are read only when it is packed. */
export interface PackedMember extends IncidentMember { bytes: () => Promise<Uint8Array | Readable> }

export function jsonMember(name: string, value: unknown): PackedMember {
  return bytesMember(name, Buffer.from(`${JSON.stringify(value)}\n`));
}

export function bytesMember(name: string, bytes: Uint8Array): PackedMember {
  return {
    name, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: () => Promise.resolve(bytes),
  };
}

export function fileMember(
  name: string, { file, sizeBytes, sha256 }: { file: string; sizeBytes: number; sha256: string }
): PackedMember {
  return { name, sizeBytes, sha256, bytes: () => Promise.resolve(createReadStream(file)) };
}

const README = ({ target, window, exportedBy, exportedTime }: IncidentManifest): string => `\
An incident of the target "${target.name}", ${iso(window.start)} to ${iso(window.end)},
exported by tsdbscope ${exportedBy} at ${iso(exportedTime)}.

Open it: drop the file on any page of a tsdbscope, or
  curl --data-binary @FILE 'http://127.0.0.1:9797/api/v1/incidents?name=NAME'
All panels, findings, profiles and notes are there without the target. docs/incident-file.md describes what is in it.
`;

/** Writes the archive to `out` and ends it. Rejects when `out` is closed or a member's bytes cannot be read. */
export async function packIncident(
  manifest: Omit<IncidentManifest, 'members'>, members: readonly PackedMember[], out: Writable
): Promise<void> {
  const listed = members.map(({ name, sizeBytes, sha256 }) => ({ name, sizeBytes, sha256 }));
  const whole: IncidentManifest = { ...manifest, members: listed };
  const archive = pack();
  // Samples and profiles are gzip already: a higher level gains nothing.
  const written = pipeline(archive, createGzip({ level: 1 }), out);
  const filled = fill(archive, whole, members);
  await Promise.all([written, filled.catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  })]);
}

async function fill(archive: Pack, manifest: IncidentManifest, members: readonly PackedMember[]): Promise<void> {
  const mtime = new Date(manifest.exportedTime * 1000);
  await add(archive, { name: MEMBERS.manifest, bytes: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), mtime });
  await add(archive, { name: MEMBERS.readme, bytes: Buffer.from(README(manifest)), mtime });
  for (const { name, sizeBytes, bytes } of members) {
    const content = await bytes();
    if (content instanceof Uint8Array) await add(archive, { name, bytes: content, mtime });
    else {
      const entry = archive.entry({ name: INCIDENT_FOLDER + name, size: sizeBytes, mode: 0o600, mtime });
      await pipeline(content, entry);
    }
  }
  archive.finalize();
}

function add(archive: Pack, { name, bytes, mtime }: { name: string; bytes: Uint8Array; mtime: Date }): Promise<void> {
  return new Promise((resolve, reject) => {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    archive.entry({ name: INCIDENT_FOLDER + name, mode: 0o600, mtime }, content, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

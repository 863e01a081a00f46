/**
 * Names of entries in archives. They are never used as paths here, so a hostile one is harmless; it is still rejected,
 * to tell the user about an attack or a mistake.
 */

const MAX_NAME_BYTES = 1024;

export type EntryName = { ok: true; name: string } | { ok: false; shown: string; reason: string };

/** Reads an entry's name from its bytes in the archive. */
export function readEntryName(bytes: Uint8Array | string): EntryName {
  const text = typeof bytes === 'string' ? bytes : decoded(bytes);
  if (text === null)
    return bad(Buffer.from(bytes as Uint8Array).toString('latin1'), 'its name is no UTF-8; rename it and pack again');
  if (text.includes('\uFFFD')) return bad(text, 'its name is no UTF-8; rename it and pack again');
  if (Buffer.byteLength(text) > MAX_NAME_BYTES)
    return bad(text, `its name has more than ${MAX_NAME_BYTES} bytes; rename it and pack again`);
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text))
    return bad(text, 'its name holds control characters; rename it and pack again');
  const name = text.replaceAll('\\', '/');
  if (/^[a-zA-Z]:/.test(name)) return bad(text, 'its name begins with a drive letter; pack it with a relative path');
  if (name.startsWith('/')) return bad(text, 'its name is an absolute path; pack it with a relative one');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..'))
    return bad(text, 'its path leads out of the archive with ".."; pack it with a plain relative path');
  if (parts.length === 0) return bad(text, 'it has no name; rename it and pack again');
  return { ok: true, name: parts.join('/') };
}

/** Returns a name that is safe to show in a sentence. */
export function shownName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = name.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '?');
  return plain.length > 120 ? `${plain.slice(0, 60)}…${plain.slice(-50)}` : plain;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function bad(name: string, reason: string): EntryName {
  return { ok: false, shown: shownName(name), reason };
}

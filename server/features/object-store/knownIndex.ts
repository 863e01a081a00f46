/** The index as this data folder last knew it, `objects/index.json.gz`, so that a start reads only later changes. */
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { firstLine } from '../../../core/result.ts';
import { isMissing, makeFolder, setAside, writeWhole } from '../../kernel/files/wholeFile.ts';
import { changeRow, checkedChange, type IndexChange } from './indexFormat.ts';

const MAX_BYTES = 2 ** 30;
const WRITER = /^[0-9a-f]{8}$/;

/** `place`: its bucket and prefix. */
export interface KnownIndex { writer: string; place: string; seq: number; changes: IndexChange[] }

/** Reads the known index; if missing or of another place, returns an empty one with this folder's writer. */
export async function readKnownIndex(
  dataDir: string, place: string, notice: (sentence: string) => void
): Promise<KnownIndex> {
  const path = pathOf(dataDir);
  const fresh: KnownIndex = { writer: randomBytes(4).toString('hex'), place, seq: 0, changes: [] };
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new Error('it is far too large');
    const bytes = await promisify(gunzip)(await readFile(path), { maxOutputLength: MAX_BYTES });
    const read = JSON.parse(bytes.toString()) as Partial<Record<keyof KnownIndex, unknown>>;
    const { writer, seq } = read;
    const isIndex = typeof writer === 'string' && WRITER.test(writer) && Number.isSafeInteger(seq);
    if (!isIndex || !Array.isArray(read.changes)) throw new Error('it is no index');
    if (read.place !== place) return { ...fresh, writer };
    const changes = read.changes.map(checkedChange).filter((one) => one !== null);
    return { writer, place, seq: seq as number, changes };
  } catch (error) {
    if (isMissing(error)) return fresh;
    const aside = await setAside(path);
    notice(`The file ${path} is damaged (${firstLine(error)}) and was set aside as ${aside ?? 'nothing'}; `
      + 'the index is read from the bucket again.');
    return fresh;
  }
}

export async function writeKnownIndex(dataDir: string, { changes, ...known }: KnownIndex): Promise<void> {
  await makeFolder(join(dataDir, 'objects'));
  const text = JSON.stringify({ ...known, changes: changes.map(changeRow) });
  await writeWhole(pathOf(dataDir), await promisify(gzip)(text));
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'objects', 'index.json.gz');
}

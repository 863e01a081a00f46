/** What files that were opened together show together. Runs in the thread that recognizes files. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_BODY_BYTES } from '../../../core/bounds.ts';
import { LOOK_BYTES } from '../../analysis/open/look/look.ts';
import { joinedCase, type CaseFile } from '../../analysis/open/sides/cases/joinedCase.ts';
import { comparedFiles } from '../../analysis/open/sides/comparedFiles.ts';
import { headOf } from './fileHead.ts';

/** `file`: its path; `sentence`: what it says alone. */
export interface TogetherFile extends Omit<CaseFile, 'text'> { file: string; sentence: string }

/** Part of a large log that is read with another file: its end, which the other one may explain. */
const CASE_BYTES = LOOK_BYTES / 2;

const expand = promisify(gunzip);

/** Returns the sentence of each file, with what logs and other files say together before what the log says alone. */
export async function inOneCase(files: readonly TogetherFile[]): Promise<readonly string[]> {
  const read = await Promise.all(
    files.map(async (one): Promise<CaseFile> => ({ ...one, text: await endOf(one.file) }))
  );
  const joined = read.flatMap((one, i) => read.slice(i + 1).flatMap((other) => joinedCase(one, other) ?? []));
  return files.map(({ name, sentence }) => {
    const own = joined.filter((one) => one.name === name);
    return own.flatMap(({ without }) => without).reduce<string>(
      (text, part) => text.replace(part, ''), [...own.map(({ said }) => said), sentence].join(' ')
    );
  });
}

/** Returns what differs between two files that no page shows, the second against the first; null if nothing does. */
export async function differenceOf(one: TogetherFile, other: TogetherFile): Promise<string | null> {
  const [before, after] = await Promise.all([one, other].map(async ({ name, format, file }) =>
    ({ name, format, text: new TextDecoder().decode(await headOf(file)) })));
  return before === undefined || after === undefined ? null : comparedFiles(before, after);
}

async function endOf(file: string): Promise<string> {
  const bytes = await readFile(file);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? await expand(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
  return new TextDecoder().decode(plain.subarray(-CASE_BYTES));
}

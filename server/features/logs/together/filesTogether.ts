/** Says what files that were opened together show together. Runs in the thread that recognizes files. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_BODY_BYTES, MAX_OUTPUT_BYTES } from '../../../../core/bounds.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { joinedCase } from '../../../analysis/open/sides/cases/joinedCase.ts';
import { besideState, isProgramLog, withoutOpenLog } from '../../../analysis/open/sides/states/besideStates.ts';
import { comparedFiles } from '../../../analysis/open/sides/comparedFiles.ts';
import { heapBesidePod, mayExplain } from '../../../analysis/open/sides/heapBesidePod.ts';
import { locksBesideBlock, mayContradict } from '../../../analysis/open/sides/locksBesideBlock.ts';
import { besideDf } from './besideDf.ts';
import { withoutRepeats } from './repeats.ts';
import { scrapesTogether } from './scrapesTogether.ts';
import type { TogetherFile, TogetherText } from './togetherFile.ts';

const MAX_FILES = 4;
const MAX_CASE_BYTES = 32 * 2 ** 20;
/** Part of a large log that is read with another file: its end, which the other one may explain. */
const CASE_BYTES = LOOK_BYTES / 2;
const METRICS = 'metrics';

const expand = promisify(gunzip);

/**
 * Returns the sentence of each file, in their order: with what differs between two files of one form, or with what a
 * log and another file say together, before what it says alone.
 */
export async function sentencesTogether(files: readonly TogetherFile[]): Promise<readonly string[]> {
  const [one, other, another] = files;
  const largest = Math.max(...files.map(({ sizeBytes }) => sizeBytes));
  if (one !== undefined && other !== undefined && files.length <= MAX_FILES) {
    if (files.some(({ isLog }) => isLog) && largest <= MAX_CASE_BYTES)
      return withoutRepeats(besideLogs(await textsOf(files)));
    const areScrapes = files.every(({ format, isTarget }) => format === METRICS && isTarget);
    if (areScrapes && largest <= MAX_OUTPUT_BYTES) return scrapesTogether(await textsOf(files));
    const isTied = one.format === other.format || mayExplain(one.format, other.format)
      || mayContradict(one.format, other.format);
    if (another === undefined && isTied && one.isRefused && other.isRefused && largest <= LOOK_BYTES)
      return withoutRepeats(differences(await textsOf(files)));
  }
  return files.map(({ sentence }) => sentence);
}

/** What two files say together, for the report on the named one. */
interface Joined { name: string; said: string; without: readonly (string | RegExp)[] }

/** Returns what logs and other files say together before what the log says alone. */
function besideLogs(files: readonly TogetherText[]): readonly string[] {
  const ends = files.map((file) => ({ ...file, text: file.text.slice(-CASE_BYTES) }));
  const joined = ends.flatMap((one, i) => ends.slice(i + 1).flatMap((other): Joined[] => {
    const both = joinedCase(one, other);
    return both === null ? [] : [both, ...both.ofOther === undefined ? [] : [both.ofOther]];
  }));
  const heads = files.map((file) => ({ ...file, text: file.text.slice(0, LOOK_BYTES) }));
  const states = ends.flatMap((log, i) => heads.flatMap((state, k): Joined[] => {
    const beside = i === k ? null : besideState(log, state);
    return beside === null ? [] : [{ name: log.name, ...beside }];
  }));
  const isBesideLog = (file: TogetherText): boolean => !isProgramLog(file) && files.some(isProgramLog);
  return besideDf(files.map((file) => {
    const own = [...states, ...joined].filter(({ name }) => name === file.name);
    const alone = isBesideLog(file) ? withoutOpenLog(file.sentence) : file.sentence;
    const said = own.map((one) => one.said);
    const sentence = own.flatMap(({ without }) => without).reduce<string>(
      (text, part) => text.replace(part, ''), [...said, alone].join(' ')
    );
    return { ...file, sentence };
  }));
}

/** A table of pprof lists much: what differs comes before both. */
const LONG = 'pprof-text';

/**
 * Returns what differs between two files that no page shows before what the second says alone, or before both for
 * tables of pprof, and how one explains the other.
 */
function differences(files: readonly TogetherText[]): readonly string[] {
  const [one, other] = files;
  const said = one === undefined || other === undefined ? null : comparedFiles(one, other)
    ?? heapBesidePod(one, other) ?? locksBesideBlock(one, other);
  const place = one?.format === LONG || one?.format !== other?.format ? one : other;
  return files.map((file) => (said !== null && file === place ? `${said} ${file.sentence}` : file.sentence));
}

async function textsOf(files: readonly TogetherFile[]): Promise<TogetherText[]> {
  return Promise.all(files.map(async (one) => {
    const bytes = await readFile(one.file);
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const plain = isGzip ? await expand(bytes, { maxOutputLength: MAX_BODY_BYTES }) : bytes;
    return { ...one, text: new TextDecoder().decode(plain) };
  }));
}

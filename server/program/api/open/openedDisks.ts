/** Joins a log whose disk is full with the output of df that was opened together with it. */
import { readFile } from 'node:fs/promises';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { fullBeside } from '../../../analysis/open/outputs/host/fullFileSystem.ts';
import { plain } from './openFile.ts';
import type { SentFile } from './sentFiles.ts';

const DF = 'df';
/** The step that the output of df makes needless. */
const SEE_DF = ': see df and df -i of that path, free space,';

/** Puts what df shows into what the log says; returns other files as they are. */
export async function withDisks(
  sent: readonly SentFile[], files: readonly OpenedFile[]
): Promise<readonly OpenedFile[]> {
  const at = files.findIndex(({ what }) => what.format === DF);
  const [df, file] = [files[at], sent[at]];
  const areSent = files.length === sent.length && files.every(({ name }, i) => name === sent[i]?.name);
  if (df === undefined || file === undefined || files.length !== 2 || !areSent) return files;
  const table = await textOf(file);
  return Promise.all(files.map(async (one, i) => {
    const own = sent[i];
    const said = own === undefined || one.log === null ? null : fullBeside(await textOf(own), table, df.name);
    return said === null ? one : { ...one, sentence: `${said} ${one.sentence.replace(SEE_DF, ': free space there,')}` };
  }));
}

const textOf = async ({ file }: SentFile): Promise<string> =>
  new TextDecoder().decode((await plain(await readFile(file))).subarray(0, LOOK_BYTES));

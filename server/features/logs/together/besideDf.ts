/** Joins a log whose disk is full with the output of df that was opened together with it. Pure. */
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { fullBeside } from '../../../analysis/open/outputs/host/fullFileSystem.ts';
import { countedFolders } from '../../../analysis/open/parts/evidence/limits/counts.ts';
import type { TogetherText } from './togetherFile.ts';

const DF = 'df';
/** The step that the output of df makes needless. */
const SEE_DF = ': see df and df -i of that path, free space,';

/** Returns the sentences with what df shows in that of the log; those of other files as they are. */
export function besideDf(files: readonly TogetherText[]): readonly string[] {
  const [df] = files.filter(({ format }) => format === DF);
  const beside = files.map(({ isLog, text }) =>
    (df === undefined || !isLog ? null : fullBeside(text.slice(0, LOOK_BYTES), df.text, df.name)));
  const told = beside.filter((said) => said !== null).join(' ');
  return files.map((file, i) => {
    const said = beside[i] ?? null;
    const { sentence } = file;
    if (file === df && told !== '') return withoutTold(sentence, told);
    return said === null || df === undefined ? sentence
      : `${withFolder(said, df)} ${sentence.replace(SEE_DF, ': free space there,')}`;
  });
}

/** Words before what du shows, which the report on a log has within a sentence. */
const BY_DU = /^By du, |\.$/g;

/** Returns the report on df without what the report on a log has of it, except for its first sentence. */
const withoutTold = (own: string, told: string): string => sentencesOf(own)
  .filter((sentence, i) => i === 0 || !told.includes(sentence.replaceAll(BY_DU, ''))).join(' ');

/** The advice to find the folder with the files, which a command beside df has counted. */
const FIND_FOLDER = /\bFind the folder with most files \(du --inodes -x\), delete or move them, or use /;
const MANY_FILES = 100_000;

/** Returns what df shows with the folder that has so many files, if its file counts them. */
function withFolder(said: string, { name, text }: TogetherText): string {
  if (!FIND_FOLDER.test(said)) return said;
  const [folder] = countedFolders(text).filter(({ count }) => count >= MANY_FILES)
    .toSorted((a, b) => b.count - a.count);
  return folder === undefined ? said : said.replace(FIND_FOLDER, () => `${name} counts ${
    folder.count.toLocaleString('en-US')} files in ${folder.path}: see what writes them and why none is deleted, then `
    + 'delete or move them, or use ');
}

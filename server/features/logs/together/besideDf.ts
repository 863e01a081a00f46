/** Joins a log whose disk is full with the output of df that was opened together with it. Pure. */
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { fullBeside } from '../../../analysis/open/outputs/host/fullFileSystem.ts';
import type { TogetherText } from './togetherFile.ts';

const DF = 'df';
/** The step that the output of df makes needless. */
const SEE_DF = ': see df and df -i of that path, free space,';

/** Returns the sentences with what df shows in that of the log; those of other files as they are. */
export function besideDf(files: readonly TogetherText[]): readonly string[] {
  const [df] = files.filter(({ format }) => format === DF);
  return files.map(({ isLog, text, sentence }) => {
    const said = df === undefined || !isLog ? null : fullBeside(text.slice(0, LOOK_BYTES), df.text, df.name);
    return said === null ? sentence : `${said} ${sentence.replace(SEE_DF, ': free space there,')}`;
  });
}

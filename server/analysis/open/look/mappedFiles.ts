/** Reads the rows of lsof that are mapped files. Pure. */
import { counted, formatBytes } from '../../../../core/text/format.ts';

/** A row of lsof of a mapped file, or of one that was deleted. */
const MAPPED = new RegExp(String.raw`^[ \t>]{0,12}\S{1,40}[ \t]{1,40}\d{1,9}[ \t]{1,40}(?:\d{1,9}[ \t]{1,40})?`
  + String.raw`(?:\S{1,40}[ \t]{1,40})?(mem(?:-[rwuRWU])?|DEL(?:-[rwuRWU])?)[ \t]{1,40}REG[ \t]{1,40}\d{1,9},\d{1,9}`
  + String.raw`(?:[ \t]{1,40}(\d{1,18}))?[ \t]{1,40}\d{1,20}[ \t]{1,40}\S`, 'gm');
const MAX_ROWS = 20_000;

/** Says how many mapped files lsof lists; null if it lists none. */
export function mappedFact(text: string): string | null {
  const rows = [...text.matchAll(MAPPED)].slice(0, MAX_ROWS);
  const mapped = rows.filter(([, kind = '']) => kind.startsWith('mem'));
  const deleted = rows.length - mapped.length;
  const bytes = mapped.reduce((sum, [, , size]) => sum + Number(size ?? 0), 0);
  const said = [
    mapped.length === 0 ? null
      : `The lines of lsof have ${counted(mapped.length, 'mapped file')} (mem), ${formatBytes(bytes)} in all: such `
        + 'files take memory only where they were read, as page cache.',
    deleted === 0 ? null : `${counted(deleted, 'deleted file is', 'deleted files are')} still mapped (DEL): the disk `
      + 'gets that space back when no process maps it any more.',
  ].filter((part) => part !== null);
  return said.length === 0 ? null : said.join(' ');
}

/** Reports the chain from a refused mapping of the head chunk files to a later crash, the first fault first. Pure. */
import { distinct } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';

const REFUSED = /head truncate failed: truncate chunks\S{0,40}: mmap[^"\n]{0,80}: cannot allocate memory/;
const CLOSED = /panic: write \S{1,300}chunks_head\S{1,60}: file already closed/;
const CLOCK = /\b(?:ts|time)="?\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)/;

/** Returns the chain; null unless the crash is of a file that was closed after a refused mapping. */
export function headFilesFact(look: Look): string | null {
  const lines = distinct(look);
  const refused = lines.findIndex((line) => REFUSED.test(line));
  const closed = lines.findIndex((line) => CLOSED.test(line));
  if (refused < 0 || closed < refused) return null;
  const at = CLOCK.exec(lines[refused] ?? '')?.[1];
  return `The first fault is the mapping that the kernel refused${at === undefined ? '' : ` at ${at}`} (mmap: cannot `
    + 'allocate memory); the file of head chunks stays closed after it, so the crash (file already closed) follows '
    + 'from it. Look at vm.max_map_count, ulimit -v and whether it is a 32-bit build; then update and start again.';
}

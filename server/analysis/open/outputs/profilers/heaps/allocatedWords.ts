/** Says of a printed table of allocations that it does not show what is held, and what does. Pure; bounded. */

const TYPE = /^[ \t>]{0,40}Type: alloc_(space|objects)\b/m;
/** A difference of two moments, or a profile over some seconds. */
const OF_TIME = /^[ \t>]{0,40}Duration: ([1-9][^,\n]{0,30})/m;
const SAVED = /^[ \t>]{0,40}Saved profile in \S{0,300}inuse_space/m;

/** Returns that sentence; null for other tables. `head`: the table with the lines above it. */
export function allocatedWords(head: string): string | null {
  const of = TYPE.exec(head)?.[1];
  if (of === undefined) return null;
  const time = OF_TIME.exec(head)?.[1];
  return `That is what was allocated in ${time === undefined ? 'the whole run of the process' : time}, freed or `
    + 'not: it shows what makes work for the collector, not what is held. For memory in use, print '
    + `${SAVED.test(head) ? 'the saved profile' : 'the same profile'} with -sample_index=inuse_${of}.`;
}

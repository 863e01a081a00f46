/** Says that a table of pprof shows the recording of a memory profile rather than the program. Pure. */

interface Row { cum: string; cumShare: string; name: string }

/** Functions of the runtime that record an allocation for the memory profile, all of them called by mallocgc. */
const RECORDS = /^runtime\.(?:mProf_Malloc|profilealloc)(?: |$)/;
/** The option of go test, and the variable that it sets. */
const RATE = /(?:-memprofilerate[= ]|\bMemProfileRate ?= ?)(\d{1,9})\b/;
const DEFAULT_RATE = 524_288;
/** Percent of the CPU time from which that is the matter. */
const MUCH = 20;
const HALF = 50;
const LITTLE = 1;

/** `lead`: the first sentences; `within`: what of allocation is that recording. */
interface Recording { lead: string; within: string }

/** Returns null if the recording of allocations takes little. `table`: the text, with the command that recorded it. */
export function recordingWords(rows: readonly Row[], table: string): Recording | null {
  const row = rows.find(({ name }) => RECORDS.test(name));
  const share = Number.parseFloat(row?.cumShare ?? '0');
  if (row === undefined || !(share >= LITTLE)) return null;
  const within = `, ${row.cum} of it in ${row.name}, which records allocations for the memory profile`;
  if (share < MUCH) return { lead: '', within };
  const rate = Number(RATE.exec(table)?.[1] ?? NaN);
  const cause = rate > 0 && rate < DEFAULT_RATE
    ? ` The text sets the rate of that profile to one sample per ${rate.toLocaleString('en-US')} B allocated, instead `
      + `of the default ${DEFAULT_RATE.toLocaleString('en-US')} B.`
    : ' The rate of that profile (-memprofilerate, runtime.MemProfileRate) is probably far below its default of '
      + `${DEFAULT_RATE.toLocaleString('en-US')} B.`;
  return {
    lead: `${share > HALF ? 'Most' : 'Much'} of this profile is a profiler at work: ${row.name}, which records the `
      + `stacks of allocations for the memory profile, has ${row.cum} (${row.cumShare}) with what it calls.${cause} `
      + 'Shares of the functions of the program contain that: do not tune by them. Record the CPU profile alone '
      + '(without -memprofile, or at the default rate), and memory in another run.',
    within,
  };
}

/** Ranks facts by how serious they are: killed, crashed, gave up, errors, warnings, a mere state. Pure. */

/**
 * Worst first. Each pattern matches a sentence that the fact readers write. An exit code and a crash loop rank with
 * errors, because they follow from what another sentence may tell.
 */
const WORST_FIRST: readonly RegExp[] = [
  /(?:^|[.!?]["”]? )The kernel killed |\(OOMKilled\)|The kernel’s OOM killer ran/,
  /\b(?:crashed|panicked) with |\bcrashed \(exit code|\bdumped, /,
  /\bended (?:at \S+ )?with (?!exit code 0)|drops samples/,
  new RegExp([
    /\b[Tt]he error "|systemd: |supervisord: |WAL was damaged|^Blocks overlap|is full[:.]/,
    /\bwas (?:killed|aborted) \(|Exited \([1-9]|is in a crash loop|is CrashLoopBackOff/,
  ].map(({ source }) => source).join('|')),
  /\b[Tt]he warning "/,
];

export const KILLED = 5;
export const GAVE_UP = 3;
export const ERROR = 2;
export const WARNING = 1;

/** Returns 5 for a kill by the kernel, 4 for a crash, 3 for a process that gave up, 2 for an error, 1 for a warning. */
export function gravityOf(facts: string | null): number {
  const at = facts === null ? -1 : WORST_FIRST.findIndex((pattern) => pattern.test(facts));
  return at < 0 ? 0 : WORST_FIRST.length - at;
}

const QUIET = /^(?:No error or warning is among its|None of its [\d,]+ lines names an error)/;

/** Whether facts say that nothing went wrong. */
export function isQuiet(facts: string | null): boolean {
  return facts !== null && QUIET.test(facts);
}

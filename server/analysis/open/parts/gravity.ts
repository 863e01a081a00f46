/** Ranks facts by how serious they are: killed, crashed, gave up, errors, warnings, a mere state. Pure. */

/** Worst first. Each pattern matches a sentence that the fact readers write. */
const WORST_FIRST: readonly RegExp[] = [
  /(?:^|[.!?]["”]? )The kernel killed |\(OOMKilled\)|The kernel’s OOM killer ran/,
  /\b(?:crashed|panicked) with |\bcrashed \(exit code|\bdumped, |is in a crash loop|is CrashLoopBackOff/,
  /\bended (?:at \S+ )?with (?!exit code 0)|\bwas (?:killed|aborted) \(|drops samples|Exited \([1-9]/,
  /\b[Tt]he error "|systemd: |supervisord: |WAL was damaged|^Blocks overlap|is full[:.]/,
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

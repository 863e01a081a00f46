/** Names, for an OOM report that ends before the kill, the process that asked for memory, and the next step. Pure. */

/** The process that asked for memory, in the line below the one that names it. */
const ASKED = /\bCPU: \d{1,4} (?:UID: \d{1,10} )?PID: (\d{1,10}) Comm: (\S{1,40})/;
/** The release of a kernel of Proxmox VE, which runs containers in control groups. */
const OF_PROXMOX = /\bComm: [^\n]{1,160}? \d[\w.]{0,20}-\d{1,3}-pve\b/;

/** Returns the number of the process, and whose group it may be; `''` if neither is known. */
export function askedFrom(text: string, by: string): string {
  const [, pid, name] = ASKED.exec(text) ?? [];
  if (pid === undefined || name !== by) return '';
  return ` (pid ${pid}${OF_PROXMOX.test(text) ? ', on Proxmox VE, where it may be a container' : ''})`;
}

/** Returns that the killed process is not in the text; `by`: who asked for memory in a control group, else null. */
export const killNotShown = (by: string | null): string => (by === null
  ? 'Which process it killed is not in the text.'
  : 'Which process it killed is not in the text: the lines behind it name it ("Killed process") and the limit; then '
    + `raise that limit, or lower what ${by} and others in the group need.`);

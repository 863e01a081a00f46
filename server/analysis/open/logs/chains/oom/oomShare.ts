/** Says which share of the memory of a machine the killed process had, by the report of the kernel. Pure. */
import { formatBytes, formatNumber } from '../../../../../../core/text/format.ts';

interface Task { pid: string; name: string; pages: number }

/** All pages of the machine, with those that the kernel holds back. */
const RAM = /\b(\d{1,15}) pages RAM\b/;
/** The kernel lists every process; a part of its table does not show that no other one is large. */
const MIN_TASKS = 5;
/** Share of the memory below which another process is not large. */
const SMALL_RATIO = 0.05;

/** Returns "" unless the report has the pages of the machine, and those of the process in its table. */
export function shareOfMachine(
  text: string, kill: { pid: string | null; residentKib: number | null } | undefined, tasks: readonly Task[]
): string {
  const all = Number(RAM.exec(text)?.[1] ?? NaN);
  const own = tasks.find(({ pid }) => pid === kill?.pid);
  if (own === undefined || typeof kill?.residentKib !== 'number' || !(own.pages > 0 && own.pages <= all)) return '';
  const bytes = 1024 * kill.residentKib * all / own.pages;
  const next = Math.max(0, ...tasks.filter((task) => task !== own).map(({ pages }) => pages));
  const others = tasks.length < MIN_TASKS || next > SMALL_RATIO * all ? ''
    : `, and no other process listed more than ${formatBytes(bytes * next / all)}`;
  return `: it had ${formatNumber(100 * own.pages / all)} % of ${formatBytes(bytes)}${others}`;
}

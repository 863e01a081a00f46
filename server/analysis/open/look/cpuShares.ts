/** Reads the shares of the CPUs in outputs of top and iostat, as percentages. Pure. */

export interface CpuShares {
  idle: number;
  wait: number;
  busy: number;
  /** The parts of `busy`. */
  user: number;
  system: number;
}

const MAX_LINES = 5000;
const OF_TOP = /[\d.,]{1,6}[% ]{0,2}id(?:le)?\b/;
/** The summary of procps in any language: the order of its shares is always us, sy, ni, id, wa. */
const OF_PROCPS = /^\s{0,8}%?Cpu(?:\(s\)|\d{1,4})\s{0,4}[:\uff1a](.{10,300})/i;
const SHARE = /(\d{1,3}(?:[.,]\d{1,3})?)[% ]{0,2}[^\s\d,.%]{1,8}/g;

/** Returns the shares in the first output of top, the mean if each CPU has its row; null without any. */
export function cpusOfTop(text: string): CpuShares | null {
  const rows: string[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    const isSummary = OF_TOP.test(line) || sharesIn(line) !== null;
    if (isSummary && (rows.length === 0 || /^\s{0,8}%?Cpu\d/i.test(line))) rows.push(line.slice(0, 300));
    else if (rows.length > 0) break;
  }
  const of = (name: string, place: number): number[] => rows.map((row) => {
    const byPlace = sharesIn(row);
    if (byPlace !== null) return byPlace[place] ?? 0;
    const value = new RegExp(`(\\d{1,3}(?:[.,]\\d{1,3})?)[% ]{0,2}${name}\\b`).exec(row)?.[1] ?? '0';
    return Number(value.replace(',', '.'));
  });
  if (rows.length === 0) return null;
  const [user, system] = [mean(of('us(?:er|r)?', 0)), mean(of('sys?(?:tem)?', 1))];
  return {
    idle: mean(of('id(?:le)?', 3)), wait: mean(of('(?:wa|io)', 4)), busy: rounded(user + system), user, system,
  };
}

/** Returns the shares of a summary of procps in their order; null for other lines. */
function sharesIn(line: string): number[] | null {
  const rest = OF_PROCPS.exec(line)?.[1];
  const shares = [...rest?.matchAll(SHARE) ?? []].map(([, value = '']) => Number(value.replace(',', '.')));
  return shares.length < 4 ? null : shares;
}

const OF_IOSTAT = /%user\s+%nice\s+%system\s+%iowait\s+%steal\s+%idle\s*\n\s*((?:[\d.,]{1,8}\s+){5}[\d.,]{1,8})/g;

/** Returns the mean of all reports of iostat but the first, which is of the time since boot; null without any. */
export function cpusOfIostat(text: string): CpuShares | null {
  const all = [...text.matchAll(OF_IOSTAT)]
    .map(([, row = '']) => row.split(/\s+/).map((value) => Number(value.replace(',', '.'))));
  const reports = all.length > 1 ? all.slice(1) : all;
  const of = (column: number): number => mean(reports.map((row) => row[column] ?? 0));
  return reports.length === 0 ? null
    : { idle: of(5), wait: of(3), busy: of(0) + of(2), user: of(0), system: of(2) };
}

/** Returns the largest share of time that the CPUs wait for the disk in any report of iostat; null without one. */
export function iowaitOf(text: string): number | null {
  const all = [...text.matchAll(OF_IOSTAT)].map(([, row = '']) => Number(row.split(/\s+/)[3]?.replace(',', '.')));
  return all.length === 0 ? null : Math.max(...all);
}

/** Says that the CPUs mostly wait for the disk; null if they work as much, or have nothing to do. */
export function waitOf({ idle, wait, busy }: CpuShares): string | null {
  return wait <= busy || wait <= idle ? null : `The CPUs wait ${wait} % for the disk and are ${idle} % idle.`;
}

/** Share of idle time up to which the parts of the busy time are told. */
const LITTLE_IDLE = 20;

/** Says how idle the CPUs are, and of busy ones whether user code or the system has them. */
export const idleOf = ({ idle, user, system }: CpuShares): string => (idle > LITTLE_IDLE
  ? `The CPUs are ${idle} % idle.` : `The CPUs are ${idle} % idle: ${user} % is user code, ${system} % the system.`);

const rounded = (value: number): number => Math.round(100 * value) / 100;
const mean = (values: readonly number[]): number =>
  rounded(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));

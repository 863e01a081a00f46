/** Reads the shares of the CPUs in outputs of top and iostat, as percentages. Pure. */

export interface CpuShares { idle: number; wait: number; busy: number }

const MAX_LINES = 5000;
const OF_TOP = /[\d.,]{1,6}[% ]{0,2}id(?:le)?\b/;

/** Returns the shares in the first output of top, the mean if each CPU has its row; null without any. */
export function cpusOfTop(text: string): CpuShares | null {
  const rows: string[] = [];
  for (const line of text.split('\n', MAX_LINES)) {
    if (OF_TOP.test(line) && (rows.length === 0 || /^\s{0,8}%?Cpu\d/i.test(line))) rows.push(line.slice(0, 300));
    else if (rows.length > 0) break;
  }
  const of = (name: string): number[] => rows.map((row) => {
    const value = new RegExp(`(\\d{1,3}(?:[.,]\\d{1,3})?)[% ]{0,2}${name}\\b`).exec(row)?.[1] ?? '0';
    return Number(value.replace(',', '.'));
  });
  return rows.length === 0 ? null : {
    idle: mean(of('id(?:le)?')), wait: mean(of('(?:wa|io)')),
    busy: mean(of('us(?:er|r)?')) + mean(of('sys?(?:tem)?')),
  };
}

const OF_IOSTAT = /%user\s+%nice\s+%system\s+%iowait\s+%steal\s+%idle\s*\n\s*((?:[\d.,]{1,8}\s+){5}[\d.,]{1,8})/g;

/** Returns the mean of all reports of iostat but the first, which is of the time since boot; null without any. */
export function cpusOfIostat(text: string): CpuShares | null {
  const all = [...text.matchAll(OF_IOSTAT)]
    .map(([, row = '']) => row.split(/\s+/).map((value) => Number(value.replace(',', '.'))));
  const reports = all.length > 1 ? all.slice(1) : all;
  const of = (column: number): number => mean(reports.map((row) => row[column] ?? 0));
  return reports.length === 0 ? null : { idle: of(5), wait: of(3), busy: of(0) + of(2) };
}

/** Says that the CPUs mostly wait for the disk; null if they work as much, or have nothing to do. */
export function waitOf({ idle, wait, busy }: CpuShares): string | null {
  return wait <= busy || wait <= idle ? null : `The CPUs wait ${wait} % for the disk and are ${idle} % idle.`;
}

const mean = (values: readonly number[]): number =>
  Math.round(100 * values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)) / 100;

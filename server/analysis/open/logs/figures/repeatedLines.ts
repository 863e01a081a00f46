/** Reads what syslog writes in place of lines that are alike. Pure; bounded. */

const AGAIN = /\bmessage repeated (\d{1,9}) times: \[ ?([^\n]{1,4000}?)\]?$/;
const LAST = /\blast message (?:buffered|repeated) (\d{1,9}) times?\b/;

/** Returns the line that was repeated, and how often; null for other lines. */
export function repeatedLine(line: string): { line: string; times: number } | null {
  const found = AGAIN.exec(line);
  const [, times, text = ''] = found ?? [];
  return found === null ? null : { line: `${line.slice(0, found.index)}${text}`, times: Number(times) };
}

/** Returns how often more the line before was written; 0 for other lines. */
export const lastRepeated = (line: string): number => Number(LAST.exec(line)?.[1] ?? 0);

import type { SkippedLines } from '../contract/contract.ts';

const mostNamed = 3;

/**
 * Returns `3 lines of the recording cannot be used and were skipped: line 12: it is not a JSON object; ...; and 1
 * more.`
 */
export function skippedLinesText({ count, lines }: SkippedLines): string {
  const named = lines.slice(0, mostNamed)
    .map(({ line, message }) => `line ${line.toLocaleString('en-US')}: ${message}`);
  const more = count - named.length;
  const list = [...named, ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : [])].join('; ');
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'} of the recording cannot be used and `
    + `${count === 1 ? 'was' : 'were'} skipped: ${list}.`;
}

/** Aligns lines in columns, for a terminal. */

/** Returns aligned lines: names in the first column, or unpadded in the last; all other cells right-aligned. */
export function aligned(lines: readonly (readonly string[])[], namesAt: 'first' | 'last' = 'first'): string {
  const widths: number[] = [];
  for (const line of lines) line.forEach((text, i) => { widths[i] = Math.max(widths[i] ?? 0, text.length); });
  const cell = (text: string, i: number, line: readonly string[]): string => {
    if (namesAt === 'last' && i === line.length - 1) return text;
    return namesAt === 'first' && i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  };
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n');
}

/** Replaces control characters except line ends, so that a name from a file cannot control the terminal. */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '?');
}

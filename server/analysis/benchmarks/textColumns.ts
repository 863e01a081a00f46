/** Lines in columns, for a terminal. */

/** Names stand in the first column, or unpadded in the last; all other cells to the right. */
export function aligned(lines: readonly (readonly string[])[], namesAt: 'first' | 'last' = 'first'): string {
  const widths: number[] = [];
  for (const line of lines) line.forEach((text, i) => { widths[i] = Math.max(widths[i] ?? 0, text.length); });
  const cell = (text: string, i: number, line: readonly string[]): string => {
    if (namesAt === 'last' && i === line.length - 1) return text;
    return namesAt === 'first' && i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  };
  return lines.map((line) => line.map(cell).join('  ').trimEnd()).join('\n');
}

/** A name from a file must not steer the terminal; line ends stay. */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '?');
}

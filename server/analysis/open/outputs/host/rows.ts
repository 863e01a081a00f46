/** Reads tables of commands by the words of their header. Pure. */

export type Row = Map<string, string>;

export const MAX_LINES = 5000;
const MAX_LINE = 2000;

/**
 * Returns the rows below a header: their first word, and one word for each word of the header. `namesOf`: the names of
 * the columns by the words of the header.
 */
export function tableRows(
  text: string, header: RegExp, namesOf: (words: string[]) => string[] = (words) => words
): { key: string; cells: Row }[] {
  let names: string[] | null = null;
  const rows: { key: string; cells: Row }[] = [];
  for (const whole of text.split('\n', MAX_LINES)) {
    const line = whole.slice(0, MAX_LINE);
    const words = line.trim().replaceAll('**', '').split(/\s+/);
    if (header.test(line)) names = namesOf(words);
    else if (names !== null && words.length > 1) {
      // Rows of free begin with a name that has no column in the header.
      const values = names[0] === 'total' ? words.slice(1) : words;
      rows.push({ key: words[0] ?? '', cells: new Map(names.map((name, i) => [name, values[i] ?? ''])) });
    }
  }
  return rows;
}

/** Returns the bytes of a size such as `1.5G`; 0 for another text. */
export function sizeOf(text = ''): number {
  const [, value = '0', unit = ''] = /^([\d.]+) ?([KMGT]?)/i.exec(text.replace(',', '.')) ?? [];
  return Number(value) * 1024 ** ' KMGT'.indexOf(unit.toUpperCase() || ' ');
}

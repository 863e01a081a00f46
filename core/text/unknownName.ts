/** Maximum number of edits between a typo and the intended name. */
const MAX_EDITS = 2;
const MAX_SHOWN = 100;

/**
 * Returns ` (did you mean "start"?)` for `strat` if `start` is known; '' if no known name is similar. Allows swapped,
 * missing, added or wrong letters, up to a third of the name and two in total; ignores case and punctuation.
 */
export function meant(name: string, known: readonly string[]): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const sent = plain(name.slice(0, MAX_SHOWN));
  const near = known.map((one) => ({ one, edits: edits(sent, plain(one)) }))
    .filter(({ one, edits: count }) => count <= Math.min(MAX_EDITS, Math.floor(one.length / 3)))
    .sort((a, b) => a.edits - b.edits)[0];
  return near === undefined ? '' : ` (did you mean "${near.one}"?)`;
}

/** Returns `Unknown parameter "strat" (did you mean "start"?); known here: end, start, step.` */
export function unknownName(what: 'key' | 'parameter' | 'tool', name: string, known: readonly string[]): string {
  const list = known.length === 0 ? `no ${what} is taken here` : `known here: ${[...known].sort().join(', ')}`;
  return `Unknown ${what} "${name.slice(0, MAX_SHOWN)}"${meant(name, known)}; ${list}.`;
}

/** Returns the optimal string alignment distance: a swap of neighbours is one edit. */
function edits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const differs = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        at(rows[i - 1], j) + 1, at(row, j - 1) + 1, at(rows[i - 1], j - 1) + differs,
        swapped ? at(rows[i - 2], j - 2) + 1 : Infinity,
      ));
    }
    rows.push(row);
  }
  return at(rows[a.length], b.length);
}

function at(row: readonly number[] | undefined, j: number): number {
  return row?.[j] ?? Infinity;
}

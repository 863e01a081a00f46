/** Finds lines of a name and a measured value, as on status pages or in counts of a command. Pure. */
import { quantityOf } from './cells.ts';
import { blocksOf } from './tables.ts';

export interface Pair { name: string; value: string }

const MIN_PAIRS = 3;
const PAIR = new RegExp([
  String.raw`^[ \t]*(?:[-*#\u2022] ?|\d{1,3}[.)] )?([A-Za-z_"][\w .%()/\[\]",'-]{0,70}?)`,
  String.raw`(?:[ \t]*[:=|][ \t]*|[ \t]{2,}|\t)(\S{1,40}(?: [\w%/]{1,12})?)[ \t]*,?$`,
].join(''));

/** Returns the pairs of the block with most of them; [] if no block consists mostly of pairs. */
export function pairsOf(text: string): Pair[] {
  const found = blocksOf(text).map((lines) => {
    const pairs = lines.flatMap((line): Pair[] => {
      const bare = line.trim().replace(/^\|\s*/, '').replace(/\s*\|$/, '');
      const [, name = '', value = ''] = PAIR.exec(bare) ?? [];
      return name === '' || quantityOf(value.replace(/[,;]$/, '')) === null ? []
        : [{ name: name.trim(), value: value.replace(/[,;]$/, '') }];
    });
    return pairs.length >= MIN_PAIRS && pairs.length * 2 > lines.length ? pairs : [];
  });
  return found.reduce<Pair[]>((max, pairs) => (pairs.length > max.length ? pairs : max), []);
}

/** Compares the figures of a line with the limits that stand beside them: `chunks=5 maxChunks=4`. Pure and bounded. */

const FIGURE = /(?:^|[\s{,])"?([A-Za-z][\w.-]{2,60})"?[=:] ?"?(\d{1,18}(?:\.\d{1,9})?)(?=[\s",}]|$)/g;
const LIMIT = /max(?:imum)?|limit|tolerated|allowed/gi;
/** Names of a figure that is compared with a limit without a name. */
const CURRENT = /^(?:current|actual|got|used|observed)$/i;
const MAX_FIGURES = 20;
const MAX_LINE = 2000;
const MAX_TOLD = 2;

interface Pair { name: string; value: number; limitName: string; limit: number }

/** Returns a key without what makes it a limit, to compare `memoryChunks` with `maxToleratedMemChunks`. */
const plain = (key: string): string => key.replace(LIMIT, '').toLowerCase().replaceAll(/[_.-]/g, '')
  .replace('memory', 'mem');

function pairsIn(line: string): Pair[] {
  const all = [...line.slice(0, MAX_LINE).matchAll(FIGURE)].slice(0, MAX_FIGURES)
    .map(([, name = '', value = '']) => ({ name, value: Number(value), isLimit: plain(name) !== plainWhole(name) }));
  const limits = all.filter(({ isLimit }) => isLimit);
  const [bare, ...more] = limits.filter((one) => plain(one.name) === '' && one.value > 0);
  const [current, ...others] = all.filter(({ name }) => CURRENT.test(name));
  // A limit without a name beside one figure that says what there is.
  const alone = bare === undefined || current === undefined || more.length + others.length > 0 ? []
    : [{ name: current.name, value: current.value, limitName: bare.name, limit: bare.value }];
  return [...alone, ...all.filter(({ isLimit }) => !isLimit).flatMap(({ name, value }) => {
    const own = limits.filter((one) => plain(one.name) === plain(name) && one.value > 0);
    const [limit] = own;
    return limit === undefined || own.length > 1 ? []
      : [{ name, value, limitName: limit.name, limit: limit.value }];
  })];
}

const plainWhole = (key: string): string => key.toLowerCase().replaceAll(/[_.-]/g, '').replace('memory', 'mem');
const number = (value: number): string => value.toLocaleString('en-US');

/** Returns which figures of a line are over their limits, then which are not; null if none is over. */
export function figuresOver(line: string): string | null {
  const pairs = pairsIn(line);
  const over = pairs.filter(({ value, limit }) => value > limit);
  if (over.length === 0) return null;
  const below = pairs.filter(({ value, limit }) => value <= limit);
  const said = (own: readonly Pair[], word: string): string => own.slice(0, MAX_TOLD)
    .map(({ name, value, limitName, limit }) => `${name} ${number(value)} is ${word} ${limitName} ${number(limit)}`)
    .join(' and ');
  return `${said(over, 'over')}${below.length === 0 ? '' : `; ${said(below, 'not over')}`}.`;
}

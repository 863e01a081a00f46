/** Pairs functions of one side each whose names are alike, as a package or a type was perhaps renamed. Pure. */

export interface RenamePair<One> { from: One; to: One }

interface Reading<One> {
  nameOf: (one: One) => string;
  /** The value on the only side that has one. */
  valueOf: (one: One) => number;
  /** Whether a name such as `run` alone, of another package and type, does not pair two. */
  isStrict?: boolean;
}

/** Largest factor between the values of a renamed function, which does about the same work. */
const MAX_FACTOR = 2;
/** Length from which a name within another one shows that they are of one work. */
const MIN_SHARED = 5;

const IN_CLOSURE = /^(func)?\d+$/;
const partsOf = (name: string, separators: RegExp): string[] =>
  name.replace(/\[.*\]/, '').split(separators).filter((part) => !IN_CLOSURE.test(part) && part !== '');

/**
 * Returns the last part of a name: `github.com/x/tsdb.(*Head).append` -> `append`; for closures the enclosing function.
 */
export const lastPart = (name: string): string => partsOf(name, /::|[./]/).at(-1) ?? name;

/** Returns the package of a name: `github.com/x/tsdb.(*Head).append` -> `github.com/x/tsdb`. */
function packageOf(name: string): string {
  const slash = name.lastIndexOf('/');
  const dot = name.indexOf('.', slash + 1);
  return slash >= 0 && dot > slash ? name.slice(0, dot) : name.slice(0, Math.max(0, name.lastIndexOf(lastPart(name))));
}

/** Returns the type of a method: `github.com/x/tsdb.(*Head).append` -> `(*Head)`; empty for a function. */
const typeOf = (name: string): string =>
  partsOf(name.slice(name.lastIndexOf('/') + 1), /\./).slice(1, -1).join('.');

/** Whether the shorter of two names is in the other one, as `decode` in `s2Decode`. */
function isAlike(one: string, other: string): boolean {
  const [short = '', long = ''] = [lastPart(one), lastPart(other)].map((name) => name.toLowerCase())
    .toSorted((a, b) => a.length - b.length);
  return short.length >= MIN_SHARED && long.includes(short);
}

/** Whether names with one last part have more in common than that. */
const areClose = (one: string, other: string): boolean => lastPart(one).length >= MIN_SHARED
  || packageOf(one) === packageOf(other) || (typeOf(one) !== '' && typeOf(one) === typeOf(other));

/** Pairs those that are alone with their key on both sides; a null key pairs none. */
export function alone<One>(
  gone: readonly One[], came: readonly One[], keyOf: (one: One) => string | null
): RenamePair<One>[] {
  const byKey = (all: readonly One[]): Map<string, One[]> => {
    const found = new Map<string, One[]>();
    for (const one of all) {
      const key = keyOf(one);
      if (key !== null) found.set(key, [...found.get(key) ?? [], one]);
    }
    return found;
  };
  const others = byKey(came);
  return [...byKey(gone)].flatMap(([key, [from, ...more]]): RenamePair<One>[] => {
    const [to, ...rest] = others.get(key) ?? [];
    return from === undefined || to === undefined || more.length + rest.length > 0 ? [] : [{ from, to }];
  });
}

/**
 * Pairs what disappeared with what appeared: by the same last part of the name; then, in the packages of these and in
 * one that stays, by a name that is in the other one. Both must do about the same work.
 */
export function renamePairs<One>(
  gone: readonly One[], came: readonly One[], { nameOf, valueOf, isStrict = false }: Reading<One>
): RenamePair<One>[] {
  const doSameWork = ({ from, to }: RenamePair<One>): boolean => {
    const factor = valueOf(to) / valueOf(from);
    return factor <= MAX_FACTOR && factor >= 1 / MAX_FACTOR;
  };
  const pairs = alone(gone, came, (one) => lastPart(nameOf(one))).filter((pair) => doSameWork(pair)
    && (!isStrict || areClose(nameOf(pair.from), nameOf(pair.to))));
  const taken = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  const packages = new Map(pairs.map(({ from, to }) => [packageOf(nameOf(from)), packageOf(nameOf(to))]));
  const similar = (from: One): One[] => came.filter((to) => !taken.has(to)
    && packageOf(nameOf(to)) === (packages.get(packageOf(nameOf(from))) ?? packageOf(nameOf(from)))
    && isAlike(nameOf(from), nameOf(to)));
  const found = gone.filter((from) => !taken.has(from)).flatMap((from): RenamePair<One>[] => {
    const [to, another] = similar(from);
    return to === undefined || another !== undefined || !doSameWork({ from, to }) ? [] : [{ from, to }];
  });
  // A function that may be in the place of two is in that of neither.
  return [...pairs, ...found.filter(({ to }) => found.filter((other) => other.to === to).length === 1)];
}

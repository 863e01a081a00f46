/**
 * Returns a function that computes once for each object and keeps the result as long as the object lives. All callers
 * share the result, so `compute` must be pure and its result must not be changed.
 */
export function memoised<K extends object, V extends object>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = compute(of);
    known.set(of, made);
    return made;
  };
}

/**
 * Returns a function that computes once for each object and keeps the result as long as the object lives. The result is
 * shared by all callers, so `compute` must be pure and return what nobody changes.
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

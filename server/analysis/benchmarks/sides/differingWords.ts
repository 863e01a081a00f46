/** Names sides by the words in which their commands differ. Pure. */
const MAX_WORDS = 100;

/**
 * Returns for `git checkout -q main && go test` and `git checkout -q pull/7 && go test` the words `main` and `pull/7`;
 * null if a command has no word of its own, or two have the same.
 */
export function differingWords(commands: readonly string[]): string[] | null {
  const lists = commands.map((command) => command.trim().split(/\s+/, MAX_WORDS));
  const [first = []] = lists;
  const isShared = (at: number): boolean => lists.every((words) => words.at(at) === first.at(at));
  const shortest = Math.min(...lists.map(({ length }) => length));
  let [before, after] = [0, 0];
  while (before < shortest && isShared(before)) before++;
  while (after < shortest - before && isShared(-after - 1)) after++;
  const isAligned = lists.every(({ length }) => length === first.length);
  const names = lists.map((words) => {
    const own = words.slice(before, words.length - after)
      .filter((_, i) => !isAligned || !isShared(before + i)).map((word) => word.replace(/;$/, ''));
    return [...new Set(own)].join(' ');
  });
  return names.includes('') || new Set(names).size < names.length ? null : names;
}

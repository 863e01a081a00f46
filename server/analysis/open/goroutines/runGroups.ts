/** Tells from the stacks of a Go program that it shuts down, and which of its parts have not returned. Pure. */

/** The wait of oklog/run: at line 43 for the first actor that ends, at line 52 for the others, which it has stopped. */
const RUN = new RegExp(String.raw`^[ \t]*github\.com/oklog/run\.\(\*Group\)\.Run\([^\n]{0,300}\n`
  + String.raw`[ \t]{1,16}\S{0,600}?/group\.go:(\d{1,4})\b`, 'm');
const SHUTS_DOWN = new Set(['51', '52']);
const STARTED_BY_RUN = /^[ \t]*created by github\.com\/oklog\/run\.\(\*Group\)\.Run\b/m;
/** The function of a part, the last one above those of oklog/run. */
const OF_PART = /^[ \t]*((?:[\w.~-]{1,100}\/){0,20}[\w-]{1,100}\.[^\s{}]{1,300}?)\((?:0x|\.\.\.|\{|\)|[\d-])/gm;
const MAX_PARTS = 4;

/** `stacks`: the goroutines, each with its header. Returns null unless one waits for parts that were told to stop. */
export function shutdownFacts(stacks: readonly string[]): string | null {
  if (!stacks.some((stack) => SHUTS_DOWN.has(RUN.exec(stack)?.[1] ?? ''))) return null;
  const parts = stacks.filter((stack) => STARTED_BY_RUN.test(stack)).map((stack) => {
    const names = [...stack.matchAll(OF_PART)].map(([, name = '']) => name)
      .filter((name) => !name.startsWith('github.com/oklog/run.'));
    return (names.at(-1) ?? '').split('/').at(-1) ?? '';
  }).filter((name) => name !== '');
  const shown = [...new Set(parts)].slice(0, MAX_PARTS);
  const which = shown.length === 0 ? 'Which one does not return is not in the text: look in the whole dump for the '
    + 'goroutines that run.(*Group).Run started.'
    : `Still there: ${shown.join(', ')}; see what ${parts.length === 1 ? 'it waits' : 'they wait'} for.`;
  return 'It is shutting down: one of its parts has ended, and run.(*Group).Run waits until the others return. '
    + which;
}

/** Says that two outputs of `go test -json` are of different versions of Go, by their events. Pure. */
const HEAD_CHARS = 64 * 1024;
const START = /^\s{0,20}\{[^\n]{0,300}"Action":"start"/m;
const OUTPUT = /^\s{0,20}\{[^\n]{0,300}"Action":"output"/m;

interface Side { name: string; text: string }

/** Returns null unless one of two such outputs alone has the event with which a package starts from Go 1.20 on. */
export function goEventsWords(before: Side, after: Side): string | null {
  const heads = [before, after].map(({ text }) => text.slice(0, HEAD_CHARS));
  if (!heads.every((head) => OUTPUT.test(head))) return null;
  const [isFirst = false, isSecond = false] = heads.map((head) => START.test(head));
  if (isFirst === isSecond) return null;
  const [newer, older] = isSecond ? [after, before] : [before, after];
  return `Only ${newer.name} has the event "start" of Go 1.20 and later, so ${older.name} seems to be of an older Go: `
    + 'a change may be the compiler\'s. Compare with the same Go.';
}

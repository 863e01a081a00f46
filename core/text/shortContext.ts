const CONTEXT_PARTS = 2;

/** The window and the first count of a context, which stand above a picture, and the other counts. */
export function shortContext(context: string): [shown: string, rest: string] {
  const parts = context.split(' · ');
  return [parts.slice(0, CONTEXT_PARTS).join(' · '), parts.slice(CONTEXT_PARTS).join(' · ')];
}

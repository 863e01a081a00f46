/**
 * Returns the window and the page's own count, shown above a picture, and the rest: the number of scrapes, which every
 * page has, and other counts.
 */
export function shortContext(context: string): [shown: string, rest: string] {
  const [window = '', scrapes, own, ...others] = context.split(' · ');
  const shown = [window, own ?? scrapes];
  const rest = own === undefined ? others : [scrapes, ...others];
  return [joined(shown), joined(rest)];
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Says that the name of a headless Service is not found because its pods crash. Pure; bounded. */

const NOT_FOUND = new RegExp([
  // nginx, at a request and at its start; Go.
  String.raw`\b([a-z][a-z0-9-]{1,62}-headless)[\w.-]{0,200} could not be resolved \(\d{1,2}: `,
  String.raw`host not found in (?:upstream|resolver) "([a-z][a-z0-9-]{1,62}-headless)\b`,
  String.raw`\blookup ([a-z][a-z0-9-]{1,62}-headless)[\w.-]{0,200}(?: on \S{1,80})?: no such host`,
].join('|'));
const HEADLESS = /-headless$/;
const ROW = /(?:^|\s)([a-z0-9][\w.-]{1,252})[ \t]{1,200}(\d{1,3})\/(\d{1,3})[ \t]{1,200}(\w{3,40})/gm;
const LOOP = 'CrashLoopBackOff';
const MAX_CHARS = 64 * 1024;

/** Returns that the name is not found because of the pods in a crash loop; null without both, or with a ready pod. */
export function headlessFact(text: string): string | null {
  const head = text.slice(0, MAX_CHARS);
  const name = NOT_FOUND.exec(head)?.slice(1).find((one) => one !== undefined);
  if (name === undefined) return null;
  const base = `${name.replace(HEADLESS, '')}-`;
  const pods = [...head.matchAll(ROW)].filter(([, pod = '']) => pod.startsWith(base));
  const isReady = pods.some(([, , ready, all]) => ready === all && ready !== '0');
  const looping = pods.find(([, , , , status]) => status === LOOP)?.[1];
  return looping === undefined || isReady ? null
    : `That ${name} is not found follows from it: the name of a headless Service has only the addresses of ready pods, `
      + `and ${looping} is not ready.${/"\s502\s|\s502 "/.test(head) ? ' So does the status 502.' : ''}`;
}

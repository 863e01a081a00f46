/** Tells a name that is not resolved as the consequence of the end of that container. Pure; bounded. */

const EXITED = /^[^\n]{0,12}?([A-Za-z\d][\w.-]{0,100}) exited with code \d{1,3}/gm;
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]{0,12}m`, 'g');
/** An error of a lookup as facts quote it, with what such an error means in general. */
const UNRESOLVED = new RegExp(/(\blookup ([\w.-]{1,253})(?: on \S{1,60})?: no such host"\.)/.source
  + / A name is not resolved: look at DNS and the name\./.source, 'g');
const MAX_CHARS = 1024 * 1024;

/** docker compose numbers the containers of a service. */
const serviceOf = (container: string): string => container.replace(/[-_]\d{1,4}$/, '');

/** Returns facts in which a name that belongs to an ended container is no fault of DNS. */
export function withEndedNames(facts: string | null, text: string): string | null {
  if (facts === null || !facts.includes('no such host') || !text.includes(' exited with code ')) return facts;
  const plain = text.slice(0, MAX_CHARS).replaceAll(ESCAPES, '');
  const ended = [...plain.matchAll(EXITED)].map(([whole, name = '']) => ({ name, at: plain.indexOf(whole) }));
  return facts.replaceAll(UNRESOLVED, (whole, quote: string, host: string) => {
    const asked = plain.lastIndexOf(`lookup ${host}`);
    const found = ended.find(({ name, at }) => at < asked
      && [name, serviceOf(name)].some((one) => one === host || one.endsWith(`-${host}`) || one.endsWith(`_${host}`)));
    return found === undefined ? whole
      : `${quote} The container ${found.name} had ended before: its name is not resolved since then, and that is no `
        + 'fault of DNS.';
  });
}

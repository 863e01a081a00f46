/** Tells that a flag of VictoriaMetrics, which an error names, has its default in that process. Pure; bounded. */

const NAMED = /(?<![\w./-])-{1,2}([a-zA-Z][\w.]{3,60}\w)(?![\w/])/g;
const FLAG = /^\s{0,20}flag\{name="([\w.-]{1,80})", ?value="([^"\n]{0,200})", ?is_set="(true|false)"\} 1$/gm;
const MAX_CHARS = 128 * 1024;

/** Returns so of the first such flag; null unless the text has its metric, and only one value of it. */
export function unsetFlag(facts: string, text: string): string | null {
  const named = new Set([...facts.matchAll(NAMED)].map(([, name]) => name));
  const found = [...text.slice(0, MAX_CHARS).matchAll(FLAG)].map(([, name = '', value = '', set = '']) =>
    ({ name, value, isSet: set === 'true' })).filter(({ name }) => named.has(name));
  const [own] = found;
  if (own === undefined || found.some(({ name, isSet }) => name === own.name && isSet)) return null;
  return `-${own.name} is not set in that process (is_set="false" in its metrics), so ${own.value} is its default. A `
    + 'value that is given elsewhere, as in a chart or an object of the operator, did not reach it: see the arguments '
    + 'of the running container.';
}

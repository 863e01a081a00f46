/**
 * Reads which blocks a querier of Mimir or Cortex got from no store-gateway, and of which of them the same text has an
 * error. Pure; bounded.
 */

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const LIST = new RegExp(/(?:some blocks were not queried|failed to fetch some blocks)[^\n]{0,120}?[:] ?/.source
  + `(${ULID}(?:[ ,]{1,3}${ULID}){0,200})`, 'g');
const MIMIR = /err-mimir-|\bmimir\b/i;
const HAS_ERROR = /\berr(?:or)?["']?[=:]|\bfailed\b|\bEOF\b|\bcorrupt/i;
const AROUND = 400;
const MAX_NAMED = 3;
/** Messages that the sentence of this file contains. */
export const OF_UNQUERIED: ReadonlySet<string> = new Set([
  'err-mimir-store-consistency-check-failed', 'check failed because some blocks were not queried:',
]);

const listed = (blocks: readonly string[]): string => {
  const more = blocks.length - MAX_NAMED;
  const some = more > 0 ? [...blocks.slice(0, MAX_NAMED), `${more} more`] : blocks;
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} and ${some.at(-1) ?? ''}`;
};

/**
 * Returns that queries fail for lack of blocks; `isAfter`: an error of one of them says why. `flat`: a line for each
 * paragraph. Null without such an error.
 */
export function unqueriedBlocks(flat: string): { program: string; sentence: string; isAfter: boolean } | null {
  const lists = [...flat.matchAll(LIST)];
  if (lists.length === 0) return null;
  const blocks = [...new Set(lists.flatMap(([, list = '']) => list.split(/[ ,]{1,3}/)))];
  const others = lists.reduce((left, [whole]) => left.replace(whole, ''), flat);
  const failed = blocks.filter((block) => {
    const at = others.indexOf(block);
    return at >= 0 && HAS_ERROR.test(others.slice(Math.max(0, at - AROUND), at + block.length + AROUND));
  });
  const rest = blocks.filter((block) => !failed.includes(block));
  const of = `${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'} (${listed(blocks)})`;
  const steps = failed.length === 0 ? ': see whether all store-gateways run and have synchronized their blocks, and '
    + `look for ${blocks.length === 1 ? 'that block' : 'these blocks'} in their logs.`
    : rest.length === 0 ? '.' : `; the text has an error of ${listed(failed)}, and none of ${
      listed(rest)}: look for ${rest.length === 1 ? 'that' : 'those'} in the logs of the store-gateways.`;
  return {
    program: MIMIR.test(flat) ? 'Mimir' : 'Mimir or Cortex', isAfter: failed.length > 0,
    sentence: `Queries fail, because no store-gateway returned ${of}${steps}`,
  };
}

/** Explains limits on series and metadata as Cortex and Mimir before 2.2 say them: with the setting to raise. Pure. */

const REACHED = new RegExp([
  /\bper-(user|metric) (series|metric metadata|metadata) limit of \d{1,15} exceeded, (?:please )?contact/,
  / (?:an )?administrator(?: to raise it \((?:per-ingester )?local limit: (\d{1,15})(?: global limit: (\d{1,15}))?)?/,
].map(({ source }) => source).join(''));
/** The status of a request that its sender does not repeat. */
const REFUSED = /\bCode\(400\)|\bstatus(?: code)?[ =:]{1,2}"?400\b/;
const DROPPED = ', with status 400, after which the sender drops them';
const SERIES = 'series in memory as its limit allows, and samples of new series are rejected';
const METADATA = 'metadata as its limit allows, and more are rejected, which does not concern samples';
const CARDINALITY = ': find which labels make so many series, or raise ';

/** Returns what such a message means; null for other messages. */
export function tenantLimit(error: string): string | null {
  const [, owner, what, local, inAll] = REACHED.exec(error) ?? [];
  if (owner === undefined || what === undefined) return null;
  const isSeries = what === 'series';
  // One that is set for each ingester has no word for that.
  const scope = local !== undefined && local !== '0' && inAll === '0' ? '' : 'global_';
  const setting = `max_${scope}${isSeries ? 'series' : 'metadata'}_per_${owner}`;
  const of = owner === 'user' ? 'A tenant' : 'A metric';
  return isSeries ? `${of} has as many ${SERIES}${REFUSED.test(error) ? DROPPED : ''}${CARDINALITY}${setting}.`
    : `${of} has as many ${METADATA}: raise ${setting}.`;
}

/** Whether a sentence is such a meaning. */
export const isTenantLimit = (sentence: string): boolean => /^A (?:tenant|metric) has as many /.test(sentence)
  && (sentence.includes(` ${SERIES}`) || sentence.includes(` ${METADATA}: `));

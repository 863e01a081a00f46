/** What several profiles that were opened together show, on the pages of one of them and of their diff. Pure. */
import type { Finding, ProfileInfo, ProfileSeries } from '../../../contract/contract.ts';
import { claimOfSentence, finding } from '../../../finding.ts';

type Member = Pick<ProfileInfo, 'id' | 'said'>;
/** The ids of the sides of a diff. */
interface Sides { before: readonly string[]; after: readonly string[] }

/** Returns the series whose change the diff of these sides shows; null for other sides. */
function seriesOf(profiles: readonly Member[], { before, after }: Sides): ProfileSeries | null {
  const [first, another] = before;
  const [last, more] = after;
  if (first === undefined || last === undefined || another !== undefined || more !== undefined) return null;
  const series = profiles.find(({ id }) => id === last)?.said?.series ?? null;
  return series?.sides?.before === first && series.sides.after === last ? series : null;
}

/**
 * Returns the finding of a diff that shows what a series of profiles does: that first, then the diff. `own`: null while
 * it is not known. `isPlain`: the diff is of all samples of the default type.
 */
export function withSeries<F extends Pick<Finding, 'claim' | 'evidence'>>(
  own: F | null, profiles: readonly Member[], sides: Sides & { isPlain: boolean }
): F | Finding | null {
  const [claim, ...others] = sides.isPlain ? seriesOf(profiles, sides)?.sentences ?? [] : [];
  if (claim === undefined) return own;
  const lead = claimOfSentence(claim);
  return finding({
    code: 'profile-series', severity: 'info', claim: lead.claim,
    evidence: [
      ...lead.evidence, ...others.map((text) => [{ text }]), ...own === null ? [] : [own.claim, ...own.evidence],
    ],
  });
}

/** What the page of one profile of a series shows below its claim. */
export interface SeriesNote { text: string; sides: NonNullable<ProfileSeries['sides']> | null }

/**
 * Returns the place of a profile in its series and what that shows; null for a profile without one. `stored`: all
 * profiles, null while they are not known; without both sides there is no diff to link to.
 */
export function seriesNote({ id, said }: Member, stored: readonly Pick<Member, 'id'>[] | null): SeriesNote | null {
  const series = said?.series ?? null;
  const [claim] = series?.sentences ?? [];
  if (series === null || claim === undefined) return null;
  const { ids, sides } = series;
  const isStored = (one: string): boolean => stored === null || stored.some((other) => other.id === one);
  return {
    text: `${ids.indexOf(id) + 1} of ${ids.length} opened together: ${claim}`,
    sides: sides !== null && isStored(sides.before) && isStored(sides.after) ? sides : null,
  };
}

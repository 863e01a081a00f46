/** What the opened file of a profile says besides its samples, as part of the finding of the profile. Pure. */
import type { FileFacts, Finding, ProfileInfo } from '../../../contract/contract.ts';
import { claimOfSentence, finding } from '../../../finding.ts';

/** The profile, as far as it is known; `isFiltered`: whether only some of its samples are shown. */
interface Shown { sampleType: string; isFiltered: boolean }
type Told = Partial<Pick<ProfileInfo, 'said' | 'defaultSampleType'>>;

/** Returns the facts of the file that hold for the samples that are shown; null without any. */
function factsOf({ said, defaultSampleType }: Told, { sampleType, isFiltered }: Shown): FileFacts | null {
  return isFiltered || sampleType !== defaultSampleType ? null : said?.facts ?? null;
}

/** Returns the finding that the file of a profile makes, because its self values say less; null for others. */
export function leadingFacts(info: Told, shown: Shown): Finding | null {
  const facts = factsOf(info, shown);
  const [claim, ...others] = facts?.sentences ?? [];
  if (facts?.leads !== true || claim === undefined) return null;
  const lead = claimOfSentence(claim);
  return finding({
    code: 'profile-facts', severity: 'info', claim: lead.claim,
    evidence: [...lead.evidence, ...others.map((text) => [{ text }])],
  });
}

/** Returns the finding on the samples with what the file says besides them, after it. */
export function withFacts(own: Finding, info: Told, shown: Shown): Finding {
  const more = factsOf(info, shown)?.sentences ?? [];
  return more.length === 0 ? own : { ...own, evidence: [...own.evidence, ...more.map((text) => [{ text }])] };
}

/** Whether the file may have only a part of the profile, so that its total says nothing. */
export const mayBePart = ({ said }: Told): boolean => said?.facts?.mayBePart === true;

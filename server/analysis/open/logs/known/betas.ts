/** Gives the step for errors of a version that came before its release, as in its code. Pure. */
import type { Recognized } from '../../look/recognized.ts';
import { knownMeaning } from '../messages/knownMessages.ts';

const REPORT = 'look for a newer version, and report it with the whole stack';
const BEFORE_RELEASE = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})-(alpha|beta|rc)\b/;
const WORDS: Readonly<Record<string, string>> = { alpha: 'an alpha', beta: 'a beta', rc: 'a release candidate' };

/** Versions of Prometheus that log the error of the Content-Type of a scrape without an answer, too. */
const NO_ANSWER = /^v?(3\.0\.0)-(?:alpha|beta|rc)\b/;
const BLANK = 'sending blank Content-Type';
const OF_BLANK = knownMeaning('no fallback_scrape_protocol specified for target');

/** Returns facts in which a blank Content-Type may be the scrape of a target that did not answer. */
function withNoAnswer(version: string, facts: string): string {
  const release = NO_ANSWER.exec(version)?.[1];
  if (release === undefined || OF_BLANK === null || !facts.includes(BLANK)) return facts;
  return facts.replace(OF_BLANK, () => `${version} logs this of each scrape without an answer, too, as of a target `
    + 'that is down or too slow (prometheus 15337), so the Content-Type need not be missing: see the error of '
    + `the target on /targets, ask it with curl from this host, and run ${release} or later; fallback_scrape_protocol `
    + 'helps only if it answers with metrics.');
}

/** The sentence on a known issue that is fixed in a later version than the one that runs. */
const FIXED = new RegExp(String.raw`\bThis is (?:probably )?[A-Za-z]{1,40} \d{1,9} \([^\n]{1,300}?\); `
  + String.raw`fixed in (?:Go )?\S{1,60}, (?:you run|built with) `);

/** Returns facts that do not ask to report what a known issue explains. */
const withoutReport = (facts: string): string => (FIXED.test(facts) ? facts.replaceAll(`: ${REPORT}.`, '; it is known.')
  : facts);

/** Returns `whole` with the release as the step of its crash if the text states such a version. */
export function withRelease(given: Recognized): Recognized {
  const whole = given.version === null || given.interest === null ? given
    : { ...given, interest: withoutReport(withNoAnswer(given.version, given.interest)) };
  const { version, interest } = whole;
  const [, release = '', kind = ''] = BEFORE_RELEASE.exec(version ?? '') ?? [];
  if (release === '' || version === null || interest?.includes(REPORT) !== true) return whole;
  return {
    ...whole,
    interest: interest.replaceAll(REPORT, `${version} is ${WORDS[kind] ?? 'no release'}, so run ${release} or later`),
  };
}

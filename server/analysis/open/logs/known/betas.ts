/** Gives the step for an error in the code of a version that came before its release. Pure. */
import type { Recognized } from '../../look/recognized.ts';

const REPORT = 'look for a newer version, and report it with the whole stack';
const BEFORE_RELEASE = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})-(alpha|beta|rc)\b/;
const WORDS: Readonly<Record<string, string>> = { alpha: 'an alpha', beta: 'a beta', rc: 'a release candidate' };

/** Returns `whole` with the release as the step of its crash if the text states such a version. */
export function withRelease(whole: Recognized): Recognized {
  const { version, interest } = whole;
  const [, release = '', kind = ''] = BEFORE_RELEASE.exec(version ?? '') ?? [];
  if (release === '' || version === null || interest?.includes(REPORT) !== true) return whole;
  return {
    ...whole,
    interest: interest.replaceAll(REPORT, `${version} is ${WORDS[kind] ?? 'no release'}, so run ${release} or later`),
  };
}

import type { UrlPatch } from './useUrlState.ts';

/** The page on which a profile is compared with a quiet one, per second; nothing is left of what was shown before. */
export function quietDiff(before: string, after: string): UrlPatch {
  return {
    page: 'diff', before: [before], after: [after], normalize: 'duration', sampleType: null, filters: {}, search: '',
    zoom: [], selectedFunction: null,
  };
}

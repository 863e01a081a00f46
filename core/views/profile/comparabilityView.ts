/** Texts of the banner on differences between two sides of a diff. */
import type { DifferenceKind, Normalize, SideDifference } from '../../contract/contract.ts';
import { nameWithin } from '../flame/frameLabel.ts';

const NAMES: Record<DifferenceKind, string> = {
  'sample-type': 'Sample types', unit: 'Unit', duration: 'Duration', period: 'Sampling period', 'build-id': 'Build',
    'go-version': 'Go version',
  cores: 'Cores', uptime: 'Uptime', program: 'Program', profiles: 'Number of profiles',
  coverage: 'Coverage',
};

export function differenceName(what: DifferenceKind): string {
  return NAMES[what];
}

/** Returns the label of the button that sets this normalization. */
export function helpWords(normalize: Normalize): string {
  switch (normalize) {
    case 'none': return 'Compare means of profiles';
    case 'sum': return 'Compare sums of profiles';
    case 'total': return 'Compare at equal totals';
    case 'duration': return 'Compare per second';
    case 'samples-ingested': return 'Compare per ingested sample';
    default: return `Compare with ${nameWithin(normalize.slice('function:'.length), 40)} equal`;
  }
}

const inWords = new Intl.ListFormat('en');

/** Returns `different build and duration`; null if no known difference affects the comparison. */
export function caveatWords(differences: readonly Pick<SideDifference, 'what'>[]): string | null {
  if (differences.length === 0) return null;
  const names = differences.map(
    ({ what }) => differenceName(what).replace(/^(?!Go )./u, (first) => first.toLowerCase())
  );
  return `different ${inWords.format(names)}`;
}

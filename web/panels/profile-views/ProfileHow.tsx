import { HowComputed, HowSteps, type HowStep } from '../../ui/HowComputed.tsx';

const ONE: HowStep[] = [
  {
    name: 'flat, cum',
    text: 'flat is a function’s own value, cum its value including all it calls, once for each stack '
      + 'however often it recurs. Both, the filters and the totals are those of go tool pprof.',
  },
  {
    name: 'Default sample type', text: 'The one that the profile names, else its last; of allocations over a time '
      + 'alloc_space. Every view, report and command uses the same.',
  },
  {
    name: 'Flame graph', text: 'Width: own value and children. Frames below 3 px are not drawn, only counted; a zoom '
      + 'fetches what is below a frame.', formula: 'value = self + sum of children',
  },
];

const DIFF: HowStep[] = [
  {
    name: 'Change', text: 'Relative to the total before. A group of profiles counts as the mean of its profiles, what '
      + 'one run costs; “sum of a group” adds up as go tool pprof does.', formula: 'delta = after − before',
  },
  {
    name: 'New, gone', text: 'A function is new or gone if it has no cum on the other side. One that only lost its own '
      + 'value changed “to 0”.',
  },
  {
    name: 'Significance', text: 'CPU by sample counts, heap and allocs by sampled objects, each side at its own rate. '
      + 'Groups of two and three must also differ by more than their profiles do; four and more are judged by their '
      + 'spread and ranks.', formula: 'different: q ≤ 0.05 (Benjamini-Hochberg)',
  },
];

/** How the numbers of one profile, or of a diff, are computed: the `?` of the profile pages. */
export function ProfileHow({ ofDiff }: { ofDiff: boolean }) {
  return <HowComputed><HowSteps steps={ofDiff ? [...DIFF, ...ONE] : ONE} /></HowComputed>;
}

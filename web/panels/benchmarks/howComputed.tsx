import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';

const HOW = [
  {
    name: 'Center and ±',
    text: 'The median and the larger side of its 95 % confidence interval (order statistics); ∞ below six runs.',
  },
  {
    name: 'Delta and p',
    text: 'Difference of the medians; “~” if the two-sided Mann-Whitney U test gives p above 0.05. Fewer than '
      + '4 runs per side cannot be significant.',
  },
  {
    name: 'geomean', text: 'Geometric mean of the medians; its delta is the geometric mean of the rows’ ratios.',
    formula: 'exp(mean(log(center)))',
  },
  {
    name: 'B/op, allocs/op',
    text: 'Counted, not measured: they hardly vary between runs. If the test finds no significant change, a change is '
      + 'shown as counted if all runs of one side are below all runs of the other.',
  },
  {
    name: 'Change at each size',
    text: 'Difference of the medians; filled if it is significant or counted, else hollow.',
  },
];

/** How a comparison of benchmarks is computed; the key `?` opens it. */
export function BenchmarksHow() {
  return <HowComputed><HowSteps steps={HOW} /></HowComputed>;
}

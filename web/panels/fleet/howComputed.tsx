import { HowComputed, HowSteps } from '../../ui/HowComputed.tsx';

const HOW = [
  {
    name: 'What is kept',
    text: 'Each scrape adds to what is kept of its target: the last 24 hours in steps of 30 s. The page reads no '
      + 'samples, so its cost does not depend on how often targets are scraped.',
  },
  {
    name: 'CPU, GC share, GC cycles',
    text: 'Growth of the counters between two scrapes. It is unknown across a restart, a reset, or a silence of more '
      + 'than three intervals and a minute. The GC share is known only where the target counts the CPU of its GC.',
  },
  { name: 'Memory', text: 'The highest RSS of each step. The limit is that of the configuration, else GOMEMLIMIT.' },
  {
    name: 'Worst finding',
    text: 'The first of the most severe, by what is kept alone; the pages of a target judge more thoroughly. What '
      + 'targets have in common is stated first.',
  },
];

/** How the fleet's figures are computed; the key `?` opens it. */
export function FleetHow() {
  return <HowComputed><HowSteps steps={HOW} /></HowComputed>;
}

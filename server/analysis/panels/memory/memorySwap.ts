/** Measures traffic in and out of swap, however constant the amount in it is. See docs/reference/memory.md. */
import type { Figure } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { hostRates, hostSteps } from '../../signals/host/hostRates.ts';
import { weightedMean } from '../../signals/host/hostWords.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';

/** Page size, by which the kernel counts swapping on nearly every machine. */
const PAGE_BYTES = 4096;
/** Pages per second below which swapping is noise of a host with free memory. */
const STILL = 1;

/** Returns none without a node_exporter that counts swapped pages. */
export function swapFigures(window: RoleWindow, names: (...roles: Role[]) => string[]): Figure[] {
  const steps = hostSteps(window);
  const figure = (name: string, role: Role, note: (pages: number) => string): Figure[] => {
    if (window.role(role) === undefined) return [];
    const rates = hostRates(window, steps, role);
    const mean = weightedMean(rates, steps.weights);
    if (mean === null) return [];
    const high = quantile(sortedFinite(rates), 1);
    return [{
      name, value: PAGE_BYTES * mean, ...(high === null ? {} : { high: PAGE_BYTES * high }), unit: 'bytesPerSecond',
      from: names(role), note: note(mean),
    }];
  };
  return [
    ...figure('Swapped in', 'hostSwappedInPages', (pages) => (pages < STILL
      ? 'mean; next to nothing comes back: what is in swap is not needed'
      : 'mean; what comes back is needed, however steady the amount in swap is: each GC cycle reads the whole heap')),
    ...figure('Swapped out', 'hostSwappedOutPages', () => 'mean'),
  ];
}

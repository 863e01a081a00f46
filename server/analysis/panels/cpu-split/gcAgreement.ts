/** Checks whether GC by a window's profiles agrees with the GC & CPU panel's estimates, within their bands. */
import type { ComparedEstimate, GcAgreement, GcEstimate } from '../../../../core/contract/contract.ts';
import { formatNumber, formatValue } from '../../../../core/text/format.ts';
import { ESTIMATED_FROM } from '../../../../core/text/gcEstimators.ts';
import type { CpuSplit } from '../../../../core/cpuLayers.ts';

const Z95 = 1.96;

/**
 * Uses the band of E1, which is of the same profiles, in proportion; if the panel has no E1, that of the number of
 * samples in GC, as a factor either way.
 */
export function gcAgreement(
  { gc, coverageRatio }: Pick<CpuSplit, 'gc' | 'coverageRatio'>, estimates: readonly GcEstimate[]
): GcAgreement {
  if (gc === null) return {
    cores: null, lowCores: null, highCores: null, estimates: [], sentence: 'No CPU profile is of this window.',
  };
  const { cores } = gc;
  const { cores: e1 = null, lowCores: e1Low = null, highCores: e1High = null } = estimates.find(
    ({ estimator }) => estimator === 'E1'
  ) ?? {};
  const factor = gc.samples > 0 ? Math.exp(Z95 / Math.sqrt(gc.samples)) : Infinity;
  const [low, high] = e1 === null || e1Low === null || e1High === null || e1 <= 0 ? [1 / factor, factor]
    : [e1Low / e1, e1High / e1];
  const band = { cores, lowCores: cores * low, highCores: Number.isFinite(high) ? cores * high : null };
  const compared = estimates.flatMap(({ estimator, name, cores: own, lowCores: low, highCores: high }) => {
    if (own === null || low === null || high === null) return [];
    const agrees = low <= (band.highCores ?? Infinity) && high >= band.lowCores;
    return [{ estimator, name, cores: own, lowCores: low, highCores: high, agrees }];
  });
  const apart = compared.filter(({ agrees }) => !agrees);
  const covered = `${Math.round(100 * coverageRatio)} % of this window`;
  const sure = band.highCores === null ? `at least ${formatNumber(band.lowCores)}`
    : `${formatNumber(band.lowCores)} to ${formatNumber(band.highCores)}`;
  const own = `GC takes ${formatValue(cores, 'cores')} (${sure}) by the CPU profiles of ${covered}`;
  return { ...band, estimates: compared, sentence: `${own}; ${comparison(compared, apart)}.` };
}

/** Says what each estimate that differs starts from, as the reader need not know the names of the methods. */
function comparison(compared: readonly ComparedEstimate[], apart: readonly ComparedEstimate[]): string {
  if (compared.length === 0) return 'there is no estimate to compare it with';
  if (apart.length === 0) return compared.length === 1 ? 'the other estimate agrees'
    : `${all(compared)} other estimates agree`;
  const others = apart.map((one) => `${formatValue(one.cores, 'cores')} from ${ESTIMATED_FROM[one.estimator]}`);
  const which = compared.length === 1 ? 'the other estimate differs'
    : apart.length === compared.length ? `${all(compared)} other estimates differ`
    : `${apart.length} of ${compared.length} other estimates ${apart.length === 1 ? 'differs' : 'differ'}`;
  return `${which}: ${others.join(', ')}`;
}

function all({ length }: readonly ComparedEstimate[]): string {
  return length === 2 ? 'both' : `all ${length}`;
}

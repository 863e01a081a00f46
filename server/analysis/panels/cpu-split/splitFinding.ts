/** Claims which two layers take the most CPU. Pure. */
import type { Finding } from '../../../../core/contract/contract.ts';
import type { CpuSplit } from '../../../../core/cpuLayers.ts';
import { finding } from '../../../../core/finding.ts';
import { count, parts, percent } from '../../../../core/text/parts.ts';

/** A layer with a smaller share of the CPU is not named in the claim. */
const MIN_SHARE = 0.05;

/** Code `cpu-by-subsystem`; severity `unknown` without a profile, with how to get one. The rest is never named. */
export function splitFinding(
  { subsystems, coverageRatio, profiles }: Pick<CpuSplit, 'subsystems' | 'coverageRatio' | 'profiles'>
): Finding {
  const total = subsystems.reduce((sum, { cores }) => sum + (cores ?? 0), 0);
  if (total === 0) return finding({
    code: 'no-cpu-profile', severity: 'unknown',
    claim: parts`No CPU profile is of this window. Switch on continuous profiling on the Profiles page.`,
  });
  const [first, second] = subsystems.filter(({ id }) => id !== 'rest')
    .map(({ label, cores }) => ({ label, share: (cores ?? 0) / total })).toSorted((a, b) => b.share - a.share);
  const claim = first === undefined || first.share < MIN_SHARE
    ? parts`No named subsystem takes ${percent(MIN_SHARE)} of the profiled CPU.`
    : second === undefined || second.share < MIN_SHARE
      ? parts`${first.label} takes ${percent(first.share)} of the profiled CPU.`
      : parts`${first.label} takes ${percent(first.share)} of the profiled CPU, ${lower(second.label)} ${
        percent(second.share)}.`;
  return finding({
    code: 'cpu-by-subsystem', severity: 'info', claim,
    evidence: [parts`${count(profiles, 'CPU profile')}, over ${percent(coverageRatio)} of the window.`],
  });
}

function lower(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

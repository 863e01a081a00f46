/** What the window's CPU spikes come from: code `cpu-spikes`; see docs/reference/gc-cpu.md. */
import type { PanelByName, PanelFinding, SpikeCauseTotal } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { quietClaim } from '../../../../core/quietClaim.ts';
import { spikesClaim } from '../../../../core/spikesClaim.ts';
import { SPIKE_CAUSE_NAMES } from '../../../../core/text/spikeCauses.ts';
import { count, parts, quantity } from '../../../../core/text/parts.ts';
import { quotedQuery } from '../../../../core/text/queryWords.ts';
import { profileCompaction } from '../../advice/steps.ts';

/** Of those that a query log names. */
const MAX_QUERIES = 3;

/** null in a window without spikes, and where CPU is not known for long enough to tell. */
export function cpuSpikes({ 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const { spikes: attribution } = gc;
  const claim = attribution.spikes.length === 0 ? null : spikesClaim(attribution);
  if (claim === null) return null;
  const largest = attribution.spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds);
  const [highest] = largest;
  if (highest === undefined) return null;
  const of = (cause: string): SpikeCauseTotal | undefined => attribution.causes.find((one) => one.cause === cause);
  return {
    ...finding({
      code: 'cpu-spikes', severity: 'info', moment: highest.start, confidence: attribution.confidence, claim,
      evidence: [
        ...attribution.causes.map(({ cause, count: spikes, coreSeconds }) => parts`${count(spikes, 'spike')} (${
          SPIKE_CAUSE_NAMES[cause]}): ${quantity(coreSeconds, 'coreSeconds')} above quiet.`),
        ...(attribution.queries ?? []).slice(0, MAX_QUERIES).map(({ text, by, count: spikes, coreSeconds }) => (
          parts`The query ${quotedQuery(text)} by ${by} explains ${count(spikes, 'spike')}, ${
            quantity(coreSeconds, 'coreSeconds')} above quiet.`
        )),
        highest.evidenceParts,
        // Of the largest compaction and of the largest other spike that have such a profile.
        quietClaim(gc.profiles, largest.filter(({ cause }) => cause === 'compaction')),
        quietClaim(gc.profiles, largest.filter(({ cause }) => cause !== 'compaction')),
      ],
      actions: attribution.causes[0]?.cause === 'compaction' ? [profileCompaction] : [],
    }),
    panel: 'gc-cpu', restsOn: ['gc-cpu', 'compaction'],
    figures: {
      spikesCount: attribution.spikes.length, quietCores: attribution.quietCores,
      compactionShareOfSpikeCpuRatio: of('compaction')?.shareRatio ?? null,
      gcShareOfSpikeCpuRatio: of('gc')?.shareRatio ?? null,
      unexplainedShareOfSpikeCpuRatio: of('unexplained')?.shareRatio ?? null,
    },
  };
}

/** Rule for the causes of the window's CPU spikes: code `cpu-spikes`; see docs/reference/gc-cpu.md. */
import type {
  PanelByName, PanelFinding, Part, SpikeCauseTotal, SpikeMaker, SpikeTrain,
} from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { quietClaim } from '../../../../core/quietClaim.ts';
import { spikesClaim } from '../../../../core/spikesClaim.ts';
import { SPIKE_CAUSE_NAMES } from '../../../../core/text/spikeCauses.ts';
import { count, parts, quantity, range, seconds } from '../../../../core/text/parts.ts';
import { quotedQuery } from '../../../../core/text/queryWords.ts';
import { isPlural, otherCosts, trainName } from '../../../../core/text/trainWords.ts';
import { profileCompaction } from '../../advice/steps.ts';
import { trainSteps } from '../../advice/trainSteps.ts';

/** Maximum trains whose cost is in the evidence. */
const MAX_NAMED = 3;
const MAX_MAKERS = 10;

/** Returns `Rule group node adds 1.2 core-s (95 % interval 1.1 to 1.3 core-s) every 15s, in 14 spikes.` */
function trainEvidence(train: SpikeTrain): Part[] {
  const name = trainName(train);
  const { coreSeconds, lowCoreSeconds, highCoreSeconds, periodSeconds, spikes } = train;
  if (coreSeconds === null || lowCoreSeconds === null || highCoreSeconds === null) return [];
  return parts`${name.charAt(0).toUpperCase()}${name.slice(1)} ${isPlural([train]) ? 'add' : 'adds'} ${
    quantity(coreSeconds, 'coreSeconds')} (95 % interval ${range(lowCoreSeconds, highCoreSeconds, 'coreSeconds')
  }) every ${seconds(periodSeconds)}, in ${count(spikes, 'spike')}${
    otherCosts(train).map((text) => `; ${text}`).join('')}.`;
}

function makersOf(named: readonly SpikeTrain[]): SpikeMaker[] {
  return named.slice(0, MAX_MAKERS).flatMap(({ coreSeconds, targets, ...train }) => {
    const { kind, names, files, periodSeconds, shareRatio } = train;
    return coreSeconds === null ? []
      : [{ kind, names, files, periodSeconds, shareRatio, coreSeconds: targets * coreSeconds }];
  });
}

/** Maximum number of queries named, of those in a query log. */
const MAX_QUERIES = 3;

/** Returns null in a window without spikes, and if CPU is not known for long enough to tell. */
export function cpuSpikes({ 'gc-cpu': gc }: PanelByName): PanelFinding | null {
  const { spikes: attribution } = gc;
  const claim = attribution.spikes.length === 0 ? null : spikesClaim(attribution);
  if (claim === null) return null;
  const largest = attribution.spikes.toSorted((a, b) => b.coreSeconds - a.coreSeconds);
  const [highest] = largest;
  if (highest === undefined) return null;
  const lead = attribution.causes[0]?.cause;
  const named = (attribution.trains ?? []).filter(({ verdict, spikes }) => verdict === 'named' && spikes > 0);
  const dearest = named.find(({ kind }) => kind === lead);
  const of = (cause: string): SpikeCauseTotal | undefined => attribution.causes.find((one) => one.cause === cause);
  return {
    ...finding({
      code: 'cpu-spikes', severity: 'info', moment: highest.start, confidence: attribution.confidence, claim,
      evidence: [
        ...attribution.causes.map(({ cause, count: spikes, coreSeconds }) => parts`${count(spikes, 'spike')} (${
          SPIKE_CAUSE_NAMES[cause]}): ${quantity(coreSeconds, 'coreSeconds')} above quiet.`),
        ...named.slice(0, MAX_NAMED).map(trainEvidence),
        ...(attribution.queries ?? []).slice(0, MAX_QUERIES).map(({ text, by, count: spikes, coreSeconds }) => (
          parts`The query ${quotedQuery(text)} by ${by} explains ${count(spikes, 'spike')}, ${
            quantity(coreSeconds, 'coreSeconds')} above quiet.`
        )),
        highest.evidenceParts,
        // Claims about the largest compaction and the largest other spike that have such a profile.
        quietClaim(gc.profiles, largest.filter(({ cause }) => cause === 'compaction')),
        quietClaim(gc.profiles, largest.filter(({ cause }) => cause !== 'compaction')),
      ],
      actions: lead === 'compaction' ? [profileCompaction] : dearest === undefined ? []
        : trainSteps(dearest, { trains: attribution.trains, queries: attribution.loggedQueries }),
    }),
    panel: 'gc-cpu', restsOn: ['gc-cpu', 'compaction'], ...(named.length === 0 ? {} : { makers: makersOf(named) }),
    figures: {
      spikesCount: attribution.spikes.length, quietCores: attribution.quietCores,
      compactionShareOfSpikeCpuRatio: of('compaction')?.shareRatio ?? null,
      gcShareOfSpikeCpuRatio: of('gc')?.shareRatio ?? null,
      unexplainedShareOfSpikeCpuRatio: of('unexplained')?.shareRatio ?? null,
    },
  };
}

import type { GcCpuPanel, GcGaps, GcLimiter, GcPauses } from '../../../core/contract/contract.ts';
import { formatBand, formatRatio, formatValue } from '../../../core/text/format.ts';
import panelStyles from '../shared/panel.module.css';

const pauseWords: Record<Exclude<GcPauses['verdict'], 'unknown'>, string> = {
  'ruled-out': 'negligible', possible: 'may matter',
};
const forcedWords: Record<Exclude<GcGaps['verdict'], 'unknown'>, string> = {
  forced: 'most', some: 'some', none: 'none',
};
const limiterWords: Record<Exclude<GcLimiter['state'], 'unknown'>, string> = {
  alarm: 'active', earlier: 'not in this window', never: 'never active',
};

function Fact({ name, value, note }: { name: string; value: string; note: string }) {
  return <div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>;
}

function ofProcs(maxProcs: number | null): string {
  return maxProcs === null ? '25 % of GOMAXPROCS' : `25 % of GOMAXPROCS ${maxProcs}`;
}

/** The panel's verdicts, without those that lack data. */
export function GcFacts({ panel }: { panel: GcCpuPanel }) {
  const { gcCpu, gcCpuShareRatio, pauses, gaps, limiter, allocBytesPerSample, budgetCores, maxProcs } = panel;
  const during = panel.duringCycle.cores;
  // With the same digits as in the headline.
  const share = gcCpuShareRatio === null ? '' : `; ${formatRatio(Math.round(gcCpuShareRatio * 100) / 100)} of CPU`;
  const { secondsPerCycle, worstSeconds } = pauses;
  return (
    <dl className={panelStyles['facts']}>
      {gcCpu !== null && <Fact name="GC CPU" value={formatValue(gcCpu.cores, 'cores')}
        note={`${formatBand(gcCpu.lowCores, gcCpu.highCores, 'none')}${share}`} />}
      {pauses.verdict !== 'unknown' && secondsPerCycle !== null && <Fact name="Stop-the-world pauses"
        value={pauseWords[pauses.verdict]}
        note={`${formatValue(secondsPerCycle, 'seconds')} per cycle, at most ${
          formatValue(worstSeconds, 'seconds')}`} />}
      {gaps.verdict !== 'unknown' && gaps.forcedShareRatio !== null && <Fact name="Cycles forced after 2m"
        value={forcedWords[gaps.verdict]} note={`${formatRatio(gaps.forcedShareRatio)} of the intervals`} />}
      {limiter.state !== 'unknown' && <Fact name="Go GC limiter" value={limiterWords[limiter.state]}
        note={limiter.state === 'alarm' ? 'the memory limit is too low' : 'would limit GC to half of the CPU'} />}
      {budgetCores !== null && (during === null
        ? <Fact name="Budget during a cycle" value={formatValue(budgetCores, 'cores')} note={ofProcs(maxProcs)} />
        : <Fact name="GC while a cycle runs" value={formatValue(during, 'cores')}
          note={`budget ${formatValue(budgetCores, 'cores')}: ${ofProcs(maxProcs)}`} />)}
      {allocBytesPerSample !== null && <Fact name="Allocated per sample"
        value={formatValue(allocBytesPerSample, 'bytes')} note="per ingested sample" />}
    </dl>
  );
}

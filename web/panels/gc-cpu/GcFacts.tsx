import type { GcCpuPanel, GcGaps, GcLimiter, GcPauses } from '../../../core/contract/contract.ts';
import { formatBand, formatRatio, formatValue, unknownText } from '../../../core/text/format.ts';
import panelStyles from '../shared/panel.module.css';

const pauseWords: Record<GcPauses['verdict'], string> = {
  'ruled-out': 'negligible', possible: 'may matter', unknown: unknownText,
};
const forcedWords: Record<GcGaps['verdict'], string> = {
  forced: 'most', some: 'some', none: 'none', unknown: unknownText,
};
const limiterWords: Record<GcLimiter['state'], string> = {
  alarm: 'active', earlier: 'not in this window', never: 'never active', unknown: unknownText,
};

function Fact({ name, value, note }: { name: string; value: string; note: string }) {
  return <div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>;
}

/** Tiles below the CPU chart: the panel's verdicts. */
export function GcFacts({ panel }: { panel: GcCpuPanel }) {
  const { gcCpu, gcCpuShareRatio, pauses, gaps, limiter, allocBytesPerSample, budgetCores, maxProcs } = panel;
  const share = gcCpuShareRatio === null ? 'share unknown' : `${formatRatio(gcCpuShareRatio)} of the process`;
  const { secondsPerCycle, worstSeconds } = pauses;
  return (
    <dl className={panelStyles['facts']}>
      <Fact name="GC CPU" value={formatValue(gcCpu?.cores, 'cores')} note={
        gcCpu === null ? 'cannot be estimated, see below'
          : `${formatBand(gcCpu.lowCores, gcCpu.highCores, 'none')}; ${share}`
      } />
      <Fact name="Stop-the-world pauses" value={pauseWords[pauses.verdict]} note={
        secondsPerCycle === null ? 'not exported by the target'
          : `${formatValue(secondsPerCycle, 'seconds')} per cycle, at most ${formatValue(worstSeconds, 'seconds')}`
      } />
      <Fact name="Cycles forced after 2m" value={forcedWords[gaps.verdict]} note={
        gaps.forcedShareRatio === null ? 'too few cycles' : `${formatRatio(gaps.forcedShareRatio)} of the intervals`
      } />
      <Fact name="Go GC limiter" value={limiterWords[limiter.state]} note={
        limiter.state === 'unknown' ? 'not exported by the target'
          : limiter.state === 'alarm' ? 'the memory limit is too low' : 'would limit GC to half of the CPU'
      } />
      <Fact name="Budget during a cycle" value={formatValue(budgetCores, 'cores')}
        note={maxProcs === null ? 'GOMAXPROCS unknown' : `25 % of GOMAXPROCS ${maxProcs}`} />
      <Fact name="Allocated per sample" value={formatValue(allocBytesPerSample, 'bytes')}
        note={allocBytesPerSample === null ? 'nothing ingested, or not exported' : 'per ingested sample'} />
    </dl>
  );
}

import type { GcCpuPanel, GcGaps, GcLimiter, GcPauses } from '../../../core/contract/contract.ts';
import { formatBand, formatRatio, formatValue, unknownText } from '../../../core/text/format.ts';
import panelStyles from '../shared/panel.module.css';

const pauseWords: Record<GcPauses['verdict'], string> = {
  'ruled-out': 'ruled out', possible: 'may be felt', unknown: unknownText,
};
const forcedWords: Record<GcGaps['verdict'], string> = {
  forced: 'most', some: 'some', none: 'none', unknown: unknownText,
};
const limiterWords: Record<GcLimiter['state'], string> = {
  alarm: 'at work', earlier: 'not in this window', never: 'never at work', unknown: unknownText,
};

function Fact({ name, value, note }: { name: string; value: string; note: string }) {
  return <div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>;
}

/** The verdicts beside the finding. */
export function GcFacts({ panel }: { panel: GcCpuPanel }) {
  const { gcCpu, gcCpuShareRatio, pauses, gaps, limiter, allocBytesPerSample, budgetCores, maxProcs } = panel;
  return (
    <dl className={panelStyles['facts']}>
      <Fact name="GC CPU" value={formatValue(gcCpu?.cores, 'cores')} note={
        gcCpu === null ? 'cannot be told, see below'
          : `${formatBand(gcCpu.lowCores, gcCpu.highCores, 'none')}; ` + `${gcCpuShareRatio === null ? 'share unknown' : `${formatRatio(gcCpuShareRatio)} of the process`}`
      } />
      <Fact name="Pauses as the cause" value={pauseWords[pauses.verdict]} note={
        pauses.secondsPerCycle === null ? 'the target states none'
          : `${formatValue(pauses.secondsPerCycle, 'seconds')} a cycle, at most ` + `${formatValue(pauses.worstSeconds, 'seconds')}`
      } />
      <Fact name="Cycles forced after 2 min" value={forcedWords[gaps.verdict]} note={
        gaps.forcedShareRatio === null ? 'too few gaps to tell' : `${formatRatio(gaps.forcedShareRatio)} of the gaps`
      } />
      <Fact name="GC limiter of Go" value={limiterWords[limiter.state]} note={
        limiter.state === 'unknown' ? 'the target does not say'
          : limiter.state === 'alarm' ? 'the memory limit is too tight' : 'it would hold GC to half of the CPU'
      } />
      <Fact name="Budget in a cycle" value={formatValue(budgetCores, 'cores')}
        note={maxProcs === null ? 'GOMAXPROCS is not known' : `25 % of GOMAXPROCS ${maxProcs}`} />
      <Fact name="Allocated per sample" value={formatValue(allocBytesPerSample, 'bytes')}
        note={allocBytesPerSample === null ? 'nothing ingested, or not stated' : 'bytes a sample ingested'} />
    </dl>
  );
}

import { useMemo } from 'react';
import { cpuQuantity } from '../../../core/spikesClaim.ts';
import { trainCodes } from '../../../core/views/gc-cpu/trainCode.ts';
import { causeDiffs } from '../../../core/views/overview/causeDiffs.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { SpikeTable } from '../../charts/time/SpikeTable.tsx';

/** Causes of the window's CPU spikes, each with its code if a profile has it. */
export default function SpikeCauses() {
  const { target, range } = useCurrentTarget();
  const { data } = usePanel('gc-cpu', target, range);
  const diffs = useMemo(() => (data === undefined ? undefined : causeDiffs(data)), [data]);
  const codes = useMemo(() => (data === undefined ? undefined : trainCodes(data)), [data]);
  return data === undefined || diffs === undefined ? null
    : <SpikeTable spikes={cpuQuantity(data.spikes)} diffs={diffs} codes={codes} />;
}

import { cpuQuantity } from '../../../core/spikesClaim.ts';
import { usePanel } from '../../api/queries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { SpikeTable } from '../../charts/time/SpikeTable.tsx';

/** The causes of the window's CPU spikes. */
export default function SpikeCauses() {
  const { target, range } = useCurrentTarget();
  const { data } = usePanel('gc-cpu', target, range);
  return data === undefined ? null : <SpikeTable spikes={cpuQuantity(data.spikes)} />;
}

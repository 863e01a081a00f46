import { NativeSelect } from '@mantine/core';
import type { Grow } from './flameChart.ts';

/** Direction in which stacks grow. */
export function GrowChoice({ grow, onGrow }: { grow: Grow; onGrow: (grow: Grow) => void }) {
  return (
    <NativeSelect size="xs" label="stacks" value={grow}
      data={[{ value: 'down', label: 'downwards (icicle)' }, { value: 'up', label: 'upwards (flame)' }]}
      onChange={(event) => onGrow(event.currentTarget.value === 'up' ? 'up' : 'down')} />
  );
}

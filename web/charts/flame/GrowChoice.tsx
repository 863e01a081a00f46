import { NativeSelect } from '@mantine/core';
import type { Grow } from './flameChart.ts';

/** Which way the stacks stand. */
export function GrowChoice({ grow, onGrow }: { grow: Grow; onGrow: (grow: Grow) => void }) {
  return (
    <NativeSelect size="xs" label="stacks" value={grow}
      data={[{ value: 'down', label: 'downwards (icicle)' }, { value: 'up', label: 'upwards (flame)' }]}
      onChange={(event) => onGrow(event.currentTarget.value === 'up' ? 'up' : 'down')} />
  );
}

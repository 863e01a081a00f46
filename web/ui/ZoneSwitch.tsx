import { Button, SegmentedControl, Tooltip } from '@mantine/core';
import { zoneName } from '../../core/text/format.ts';
import type { Zone } from '../../core/text/zone.ts';
import styles from './ZoneSwitch.module.css';

interface ZoneSwitchProps {
  zone: Zone;
  /** A moment of what is shown: a zone may be another in summer. */
  time: number;
  onChange: (zone: Zone) => void;
}

/** Whose time the page tells, and the way to the other; nothing for a reader who lives in UTC. */
export function ZoneButton({ zone, time, onChange }: ZoneSwitchProps) {
  const local = zoneName('local', time);
  if (local === 'UTC') return null;
  const [shown, other] = zone === 'utc' ? ['UTC', local] : [local, 'UTC'];
  return (
    <Tooltip label={`Times in ${other} ( u )`}>
      <Button size="compact-xs" variant="subtle" color="gray" className={styles['zone']}
        onClick={() => onChange(zone === 'utc' ? 'local' : 'utc')}
        aria-label={`Times are ${shown}; show them in ${other}`}>{shown}</Button>
    </Tooltip>
  );
}

/** The same, beside the two times of a window; on a phone the only one. */
export function ZoneChoice({ zone, time, onChange }: ZoneSwitchProps) {
  const local = zoneName('local', time);
  if (local === 'UTC') return null;
  return <SegmentedControl size="xs" aria-label="Times in"
    data={[{ value: 'local', label: `yours, ${local}` }, { value: 'utc', label: 'UTC' }]} value={zone}
    onChange={(value) => onChange(value === 'utc' ? 'utc' : 'local')} transitionDuration={0} />;
}

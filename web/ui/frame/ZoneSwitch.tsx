import { Button } from '@mantine/core';
import { zoneName } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { Segments } from '../overlay/Segments.tsx';
import styles from './ZoneSwitch.module.css';

interface ZoneSwitchProps {
  zone: Zone;
  /** A time in the window: the offset of a zone changes with daylight saving time. */
  time: number;
  onChange: (zone: Zone) => void;
}

/** Names the time zone of the page, once for all its texts, and switches it; only a name if the local zone is UTC. */
export function ZoneButton({ zone, time, onChange }: ZoneSwitchProps) {
  const local = zoneName('local', time);
  if (local === 'UTC') return <span className={styles['name']} title="Times are UTC">UTC</span>;
  const [shown, other] = zone === 'utc' ? ['UTC', local] : [local, 'UTC'];
  return (
    <Button size="compact-xs" variant="subtle" color="gray" className={styles['zone']}
      data-tip={`Show times in ${other} (u)`} onClick={() => onChange(zone === 'utc' ? 'local' : 'utc')}
      aria-label={`Times are ${shown}; show them in ${other}`}>{shown}</Button>
  );
}

/** The same choice next to the times of a window; the only one on a phone. */
export function ZoneChoice({ zone, time, onChange }: ZoneSwitchProps) {
  const local = zoneName('local', time);
  if (local === 'UTC') return null;
  return <Segments<Zone> label="Times in" value={zone} onChange={onChange}
    data={[{ value: 'local', label: `local, ${local}` }, { value: 'utc', label: 'UTC' }]} />;
}

import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { formatWindow } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { Popup } from '../overlay/Popup.tsx';
import { Segments } from '../overlay/Segments.tsx';
import type { TimeRangePickerProps } from './timeRangePickerProps.ts';
import styles from './TimeRangePicker.module.css';

const RangeForm = lazy(() => import('./RangeForm.tsx'));

const presets = ['15m', '1h', '6h', '24h'];

/** Time range picker like Prometheus's: a few widths that end now, or two times; the button shows the window. */
export function TimeRangePicker(props: TimeRangePickerProps) {
  const { range, window, defaultIsAll, zone, onChange, onZone } = props;
  const options = defaultIsAll ? ['all', ...presets] : presets;
  const written = range?.kind === 'relative' ? formatDuration(range.seconds) : null;
  const chosen = range === null ? (defaultIsAll ? 'all' : '1h') : written === '1d' ? '24h' : (written ?? '');
  const pick = (text: string): void => {
    const seconds = parseDuration(text);
    onChange(seconds === null ? null : { kind: 'relative', seconds });
  };
  const words = range?.kind === 'absolute' ? formatWindow(range.start, range.end, zone, window.end)
    : options.includes(chosen) ? 'Custom' : `last ${chosen}`;
  return (
    <div className={styles['picker']}>
      <Segments label="Time range" value={chosen} onChange={pick}
        data={options.map((option) => ({ value: option, label: option }))} />
      <Popup role="dialog" label="Time window" align="end" trigger={(opens) => (
        <Button size="xs" variant="default" className={styles['window']} {...opens}
          aria-label={`${words}: choose a time window`}>
          <IconCalendarTime size={14} aria-hidden="true" className={styles['icon']} />
          <span className={styles['words']}
            data-needed={range?.kind === 'absolute' || !options.includes(chosen) || undefined}>{words}</span>
        </Button>
      )}>
        {(close) => (
          <Suspense fallback={<div className={styles['form']} />}>
            <RangeForm key={zone} range={range} window={window} zone={zone} onZone={onZone}
              onChange={(next) => { close(); onChange(next); }} />
          </Suspense>
        )}
      </Popup>
    </div>
  );
}

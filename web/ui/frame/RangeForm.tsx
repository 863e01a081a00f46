import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { zoneName } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { maxRangeSeconds, minRangeSeconds, type TimeRange } from '../../../core/url/timeRange.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { formatLocalInput, parseLocalInput } from '../localTime.ts';
import type { TimeRangePickerProps } from './timeRangePickerProps.ts';
import styles from './TimeRangePicker.module.css';
import { ZoneChoice } from './ZoneSwitch.tsx';

/** Returns the range of the two inputs, or a sentence that says what is wrong. */
export function readAbsolute(startText: string, endText: string, zone: Zone): { range: TimeRange } | { error: string } {
  const [start, end] = [parseLocalInput(startText, zone), parseLocalInput(endText, zone)];
  if (start === null || end === null)
    return { error: `“${start === null ? 'From' : 'To'}” is not a time. Write 2026-11-20 14:00:00.` };
  if (end <= start) return { error: '“To” must be later than “From”.' };
  if (end - start < minRangeSeconds) return { error: `A window is at least ${minRangeSeconds} s wide.` };
  if (end - start > maxRangeSeconds) return { error: 'A window is at most a year wide.' };
  return { range: { kind: 'absolute', start, end } };
}

/** Two times, or a width that ends now; the first field is focused. */
export default function RangeForm(
  { range, window, zone, onChange, onZone }: Omit<TimeRangePickerProps, 'defaultIsAll'>
) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const [start, setStart] = useState(() => formatLocalInput(window.start, zone));
  const [end, setEnd] = useState(() => formatLocalInput(window.end, zone));
  const [last, setLast] = useState(range?.kind === 'relative' ? formatDuration(range.seconds) : '');
  const [error, setError] = useState<string | null>(null);
  const applyAbsolute = (): void => {
    const read = readAbsolute(start, end, zone);
    if ('error' in read) setError(read.error);
    else onChange(read.range);
  };
  const applyLast = (): void => {
    const seconds = parseDuration(last);
    if (seconds === null || seconds < minRangeSeconds || seconds > maxRangeSeconds)
      setError('Write a Prometheus duration from 5s to 1y: 90s, 30m, 2h, 1d12h.');
    else onChange({ kind: 'relative', seconds });
  };
  return (
    <div className={styles['form']}>
      <ZoneChoice zone={zone} time={window.end} onChange={onZone} />
      <form onSubmit={(event) => { event.preventDefault(); applyAbsolute(); }}>
        <TextInput ref={first} size="xs" label={`From (${zoneName(zone, window.end)})`} value={start}
          onChange={(event) => setStart(event.currentTarget.value)} />
        <TextInput size="xs" label="To" value={end} onChange={(event) => setEnd(event.currentTarget.value)} />
        <Button size="xs" type="submit">Show this window</Button>
      </form>
      <form onSubmit={(event) => { event.preventDefault(); applyLast(); }}>
        <TextInput size="xs" label="Or the last" placeholder="2h30m" value={last}
          onChange={(event) => setLast(event.currentTarget.value)} />
        <Button size="xs" variant="default" type="submit">Show</Button>
      </form>
      {error !== null && <p role="alert" className={styles['error']}>{error}</p>}
    </div>
  );
}

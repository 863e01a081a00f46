import { Button, Popover, SegmentedControl, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { formatWindow, zoneName } from '../../../core/text/format.ts';
import { formatDuration, parseDuration } from '../../../core/text/timeText.ts';
import { maxRangeSeconds, minRangeSeconds, type TimeRange } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { formatLocalInput, parseLocalInput } from '../localTime.ts';
import styles from './TimeRangePicker.module.css';
import { ZoneChoice } from './ZoneSwitch.tsx';

const presets = ['15m', '1h', '6h', '24h'];

interface TimeRangePickerProps {
  range: TimeRange | null;
  /** The current window: initial values of the absolute inputs. */
  window: { start: number; end: number };
  /** Whether the default window is everything (a recording) instead of 1h. */
  defaultIsAll: boolean;
  zone: Zone;
  onChange: (range: TimeRange | null) => void;
  onZone: (zone: Zone) => void;
}

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

function RangeForm({ range, window, zone, onChange, onZone }: Omit<TimeRangePickerProps, 'defaultIsAll'>) {
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
        <TextInput size="xs" label={`From (${zoneName(zone, window.end)})`} value={start}
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

/** Time range picker like Prometheus's: a few widths that end now, or two times; the button shows the window. */
export function TimeRangePicker(props: TimeRangePickerProps) {
  const { range, window, defaultIsAll, zone, onChange, onZone } = props;
  const [opened, setOpened] = useState(false);
  const options = defaultIsAll ? ['all', ...presets] : presets;
  const written = range?.kind === 'relative' ? formatDuration(range.seconds) : null;
  const chosen = range === null ? (defaultIsAll ? 'all' : '1h') : written === '1d' ? '24h' : (written ?? '');
  const pick = (text: string): void => {
    const seconds = parseDuration(text);
    onChange(seconds === null ? null : { kind: 'relative', seconds });
  };
  return (
    <div className={styles['picker']}>
      <SegmentedControl size="xs" aria-label="Time range" data={options} value={options.includes(chosen) ? chosen : ''}
        onChange={pick} transitionDuration={0} />
      <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button size="xs" variant="default" onClick={() => setOpened((was) => !was)} className={styles['window']}
            aria-label="Choose a time window">
            <IconCalendarTime size={14} aria-hidden="true" className={styles['icon']} />
            <span className={styles['words']}
              data-needed={range?.kind === 'absolute' || !options.includes(chosen) || undefined}>{
                range?.kind === 'absolute' ? formatWindow(range.start, range.end, zone, window.end)
                  : options.includes(chosen) ? 'Custom' : `last ${chosen}`
              }</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {opened && <RangeForm key={zone} range={range} window={window} zone={zone} onZone={onZone}
            onChange={(next) => { setOpened(false); onChange(next); }} />}
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

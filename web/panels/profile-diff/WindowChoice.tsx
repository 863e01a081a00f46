import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { spanId } from '../../../core/profileSpan.ts';
import { formatDateTime, zoneName } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { coverageWords, kindWords } from '../../../core/views/charts/spanWords.ts';
import {
  firstWindow, profiledTimes, windowsBeside, type WindowSpan,
} from '../../../core/views/profile/sides/sideWindows.ts';
import { useSpanProfile } from '../../api/spanQueries.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { formatLocalInput, parseLocalInput } from '../../ui/localTime.ts';
import styles from './FlameDiff.module.css';

interface WindowChoiceProps {
  side: 'before' | 'after';
  /** Windows of this and of the other side; null if the side is not a window. */
  own: WindowSpan | null;
  other: WindowSpan | null;
  profiles: readonly ProfileInfo[];
  zone: Zone;
  onPick: (id: string) => void;
}

/** Chooses all profiles of a time window as one side: target, kind, start and end. */
export function WindowChoice({ side, own, other, profiles, zone, onPick }: WindowChoiceProps) {
  const { target } = useCurrentTarget();
  const times = useMemo(() => profiledTimes(profiles), [profiles]);
  const [first] = useState(() => firstWindow({ side, own, other }, times, target?.name ?? null));
  if (first === null) {
    return <p className={styles.note}>A window of time needs profiles of a target; none is stored yet.</p>;
  }
  return <WindowForm first={first} side={side} times={times} other={other} zone={zone} onPick={onPick} />;
}

interface WindowFormProps extends Pick<WindowChoiceProps, 'side' | 'other' | 'zone' | 'onPick'> {
  first: WindowSpan;
  times: ReturnType<typeof profiledTimes>;
}

function WindowForm({ first, side, times, other, zone, onPick }: WindowFormProps) {
  const [of, setOf] = useState({ target: first.target, kind: first.kind });
  const [start, setStart] = useState(() => formatLocalInput(first.start, zone));
  const [end, setEnd] = useState(() => formatLocalInput(first.end, zone));
  const [from, to] = [parseLocalInput(start, zone), parseLocalInput(end, zone)];
  const problem = from === null || to === null
    ? `“${from === null ? 'From' : 'To'}” is not a time. Write 2026-11-20 14:00:00.`
    : to <= from ? '“To” must be later than “From”.' : null;
  const span: WindowSpan | null = problem !== null || from === null || to === null ? null
    : { ...of, start: from, end: to };
  const answer = useSpanProfile(span);
  const options = times.map((time) => ({ value: keyOf(time), label: `${time.target}, ${kindWords(time.kind)}` }));
  const profiled = times.find((time) => keyOf(time) === keyOf(of));
  const hasProfiles = (answer.data?.ids.length ?? 0) > 0;
  const said = problem ?? (answer.error !== null ? answer.error.message
    : answer.data === undefined ? 'Looking for profiles …' : coverageWords(answer.data));
  const where = profiled === undefined || hasProfiles || answer.data === undefined ? ''
    : ` There are some from ${formatDateTime(profiled.start, zone)} to ${formatDateTime(profiled.end, zone)}.`;
  return (
    <form className={styles.window} onSubmit={(event) => {
      event.preventDefault();
      if (span !== null && hasProfiles) onPick(spanId(span));
    }}>
      <p className={styles.windowHead}>Or all profiles of a window of time</p>
      <NativeSelect size="xs" label="target and kind" data={options} value={keyOf(of)} onChange={(event) => {
        const next = times.find((time) => keyOf(time) === event.currentTarget.value);
        if (next !== undefined) setOf({ target: next.target, kind: next.kind });
      }} />
      <div className={styles.windowTimes}>
        <TextInput size="xs" label={`From (${zoneName(zone, first.start)})`} value={start}
          onChange={(event) => setStart(event.currentTarget.value)} />
        <TextInput size="xs" label="To" value={end} onChange={(event) => setEnd(event.currentTarget.value)} />
      </div>
      {other !== null && (
        <p className={styles.windowShortcuts}>
          <span>As long as the other side:</span>
          {windowsBeside(other).map(({ label, span: beside }) => (
            <button key={label} type="button" onClick={() => {
              setOf({ target: beside.target, kind: beside.kind });
              setStart(formatLocalInput(beside.start, zone));
              setEnd(formatLocalInput(beside.end, zone));
            }}>{label}</button>
          ))}
        </p>
      )}
      <p className={styles.note} role="status">{said}{where}</p>
      <Button size="xs" type="submit" disabled={span === null || !hasProfiles}>Use this window as {side}</Button>
    </form>
  );
}

function keyOf({ target, kind }: Pick<WindowSpan, 'target' | 'kind'>): string {
  return `${kind} ${target}`;
}

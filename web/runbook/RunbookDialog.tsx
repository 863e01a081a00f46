import { Alert, Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { systemClock } from '../../core/time/clock.ts';
import type { Target } from '../../core/contract/contract.ts';
import { useMakeEmbed } from '../api/embeds.ts';
import { DRAWN } from '../../core/panels.ts';
import { formatSeconds, formatWindow } from '../../core/text/format.ts';
import { windowOf } from '../../core/url/panelWindow.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Segments } from '../ui/overlay/Segments.tsx';
import { EmbedList } from './EmbedList.tsx';
import {
  embedRequest, expiries, firstChoice, isOfTarget, offeredCharts, offeredWidths, sizes, type EmbedChoice,
  type EmbedSource, type SizeKey,
} from './embedForm.ts';
import { EmbedResult } from './EmbedResult.tsx';
import styles from './Runbook.module.css';

interface FormProps {
  source: EmbedSource;
  choice: EmbedChoice;
  change: (part: Partial<EmbedChoice>) => void;
  target: Target | null;
  range: TimeRange | null;
  now: number;
}

/** Live or frozen, with an explanation for this panel. */
function WindowChoice({ source, choice, change, target, range, now }: FormProps) {
  const { zone } = useUrlState().state;
  if (source.panel === 'benchmark') return <p className={styles['hint']}>The link stores the two outputs.</p>;
  const { start, end } = windowOf(range, target, now);
  const ofTarget = isOfTarget(source);
  const live = ofTarget ? `Always the newest ${formatSeconds(choice.liveSeconds)}.`
    : 'Drawn from the profile each time; the last drawing stays if the profile is deleted.';
  const frozen = `${ofTarget ? `${formatWindow(start, end, zone, now)} as` : 'As'} it is now, stored with the link `
    + 'independently of retention.';
  return (
    <div className={styles['field']}>
      <span className={styles['label']} aria-hidden="true">Time</span>
      <div className={styles['row']}>
        <Segments label="Time" value={choice.frozen ? 'frozen' : 'live'}
          onChange={(value) => change({ frozen: value === 'frozen' })}
          data={[{ value: 'live', label: 'Live' }, { value: 'frozen', label: 'Frozen' }]} />
        {ofTarget && !choice.frozen && (
          <NativeSelect size="xs" aria-label="Live window" value={String(choice.liveSeconds)}
            onChange={(event) => change({ liveSeconds: Number(event.currentTarget.value) })}
            data={
              offeredWidths(choice.liveSeconds)
                .map((seconds) => ({ value: String(seconds), label: `the last ${formatSeconds(seconds)}` }))
            } />
        )}
      </div>
      <p className={styles['hint']}>{choice.frozen ? frozen : live}</p>
    </div>
  );
}

function EmbedForm(props: FormProps) {
  const { source, choice, change } = props;
  const charts = offeredCharts(source);
  return (
    <div className={styles['form']}>
      {charts.length > 1 && (
        <NativeSelect size="xs" label="Show" value={choice.panel}
          onChange={(event) => change({ panel: charts.find((name) => name === event.currentTarget.value) })}
          data={charts.map((value) => ({ value, label: DRAWN[value].title }))} />
      )}
      <WindowChoice {...props} />
      <div className={styles['field']}>
        <span className={styles['label']} aria-hidden="true">Theme</span>
        <Segments label="Theme" value={choice.theme} onChange={(theme) => change({ theme })} data={
          [
            { value: 'auto', label: 'Reader’s' }, { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]
        } />
      </div>
      <NativeSelect size="xs" label="Expires" value={choice.expires}
        onChange={(event) => change({ expires: event.currentTarget.value })}
        data={expiries.map(([value, label]) => ({ value, label }))} />
      <NativeSelect size="xs" label="Size" value={choice.size}
        onChange={(event) => change({ size: event.currentTarget.value as SizeKey })}
        data={Object.entries(sizes).map(([value, { words }]) => ({ value, label: words }))} />
    </div>
  );
}

/** Creates a link to one panel for another page, previews it, and lists the existing links. */
export default function RunbookDialog({ source, onClose }: { source: EmbedSource; onClose: () => void }) {
  const { target, range } = useCurrentTarget();
  // The time at which the dialog opened: a frozen embed shows what the reader saw.
  const [now] = useState(() => systemClock.nowMs() / 1_000);
  const [choice, setChoice] = useState(() => firstChoice(source, target, range, now));
  const make = useMakeEmbed();
  const asked = useMemo(
    () => embedRequest(source, choice, target, { range, now }), [source, choice, target, range, now]
  );
  // The size only affects the texts to copy.
  const isMade = make.data !== undefined && JSON.stringify(make.variables) === JSON.stringify(asked);
  return (
    <Dialog onClose={onClose} width={1_040} title="Add to runbook">
      <div className={styles['dialog']}>
        <div className={styles['side']}>
          <p className={styles['lead']}>A read-only link to this panel. It works for anyone who has it, without login or
            cookies, until it expires or is revoked.</p>
          <EmbedForm source={source} choice={choice} change={(part) => setChoice((was) => ({ ...was, ...part }))}
            target={target} range={range} now={now} />
          <Button size="sm" loading={make.isPending} disabled={isMade} onClick={() => make.mutate(asked)}>
            {make.data === undefined ? 'Create link' : isMade ? 'Created' : 'Create another link'}</Button>
          {make.error !== null && <Alert color="red" variant="light" role="alert">{make.error.message}</Alert>}
        </div>
        <div className={styles['main']}>
          {make.data === undefined
            ? <p className={styles['empty']}>The preview and the texts to copy appear here: Markdown for wikis and pull
              requests, a frame for HTML pages, a picture for everything else.</p>
            : <EmbedResult key={make.data.id} embed={make.data} sizeKey={choice.size} isOld={!isMade} />}
        </div>
      </div>
      <EmbedList newest={make.data?.id ?? null} />
    </Dialog>
  );
}

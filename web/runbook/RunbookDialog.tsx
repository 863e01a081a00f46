import { Alert, Button, Modal, NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { Target } from '../../core/contract/contract.ts';
import { useMakeEmbed } from '../api/embeds.ts';
import { formatSeconds, formatWindow } from '../../core/text/format.ts';
import { windowOf } from '../url/panelWindow.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import type { TimeRange } from '../../core/url/urlState.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { EmbedList } from './EmbedList.tsx';
import { embedRequest, expiries, firstChoice, isOfTarget, offeredWidths, sizes, type EmbedChoice, type EmbedSource, type SizeKey } from './embedForm.ts';
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

/** Live or frozen, and in words what that means for this panel. */
function WindowChoice({ source, choice, change, target, range, now }: FormProps) {
  const { zone } = useUrlState().state;
  if (source.panel === 'benchmark') return <p className={styles['hint']}>The two outputs are kept with the link as they are.</p>;
  const { start, end } = windowOf(range, target, now);
  const ofTarget = isOfTarget(source);
  const words = choice.frozen
    ? `${ofTarget ? `${formatWindow(start, end, zone, now)} as it is now` : 'As it is now'}: kept with the link, whatever retention removes.`
    : ofTarget ? `Always the newest ${formatSeconds(choice.liveSeconds)}, moving with the time.` : 'Drawn from the profile each time; when that is removed, the last drawing stays.';
  return (
    <div className={styles['field']}>
      <span className={styles['label']} id="runbook-window">Time</span>
      <div className={styles['row']}>
        <SegmentedControl size="xs" aria-labelledby="runbook-window" value={choice.frozen ? 'frozen' : 'live'} onChange={(value) => change({ frozen: value === 'frozen' })} data={[{ value: 'live', label: ofTarget ? 'Live' : 'Follows' }, { value: 'frozen', label: 'Frozen' }]} />
        {ofTarget && !choice.frozen && (
          <NativeSelect size="xs" aria-label="Live window" value={String(choice.liveSeconds)} onChange={(event) => change({ liveSeconds: Number(event.currentTarget.value) })}
            data={offeredWidths(choice.liveSeconds).map((seconds) => ({ value: String(seconds), label: `the last ${formatSeconds(seconds)}` }))} />
        )}
      </div>
      <p className={styles['hint']}>{words}</p>
    </div>
  );
}

function EmbedForm(props: FormProps) {
  const { choice, change } = props;
  return (
    <div className={styles['form']}>
      <WindowChoice {...props} />
      <div className={styles['field']}>
        <span className={styles['label']} id="runbook-theme">Theme</span>
        <SegmentedControl size="xs" aria-labelledby="runbook-theme" value={choice.theme} onChange={(theme) => change({ theme })} data={[{ value: 'auto', label: 'The reader’s' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }]} />
      </div>
      <NativeSelect size="xs" label="Expires" value={choice.expires} onChange={(event) => change({ expires: event.currentTarget.value })} data={expiries.map(([value, label]) => ({ value, label }))} />
      <NativeSelect size="xs" label="Size" value={choice.size} onChange={(event) => change({ size: event.currentTarget.value as SizeKey })} data={Object.entries(sizes).map(([value, { words }]) => ({ value, label: words }))} />
    </div>
  );
}

/** Makes a link to one panel for somebody else's page, shows what it will look like there, and lists the links there are. */
export default function RunbookDialog({ source, onClose }: { source: EmbedSource; onClose: () => void }) {
  const { target, range } = useCurrentTarget();
  // The moment the dialog was opened: what is frozen is what the reader saw.
  const [now] = useState(() => Date.now() / 1_000);
  const [choice, setChoice] = useState(() => firstChoice(source, target, range, now));
  const make = useMakeEmbed();
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false;
  const asked = useMemo(() => embedRequest(source, choice, target, { range, now }), [source, choice, target, range, now]);
  // Size is a matter of the texts alone.
  const isMade = make.data !== undefined && JSON.stringify(make.variables) === JSON.stringify(asked);
  return (
    <Modal opened onClose={onClose} size={1_040} fullScreen={isPhone} title="Add to runbook" closeButtonProps={{ 'aria-label': 'Close' }} classNames={{ title: styles['title'] }}>
      <div className={styles['dialog']}>
        <div className={styles['side']}>
          <p className={styles['lead']}>A link that shows this one panel, read-only, to whoever has it: no login, no cookie, until it expires or is revoked.</p>
          <EmbedForm source={source} choice={choice} change={(part) => setChoice((was) => ({ ...was, ...part }))} target={target} range={range} now={now} />
          <Button size="sm" loading={make.isPending} disabled={isMade} onClick={() => make.mutate(asked)}>{make.data === undefined ? 'Make the link' : isMade ? 'Made' : 'Make another link'}</Button>
          {make.error !== null && <Alert color="red" variant="light" role="alert">{make.error.message}</Alert>}
        </div>
        <div className={styles['main']}>
          {make.data === undefined
            ? <p className={styles['empty']}>The preview comes here with the link, and what to copy: Markdown for wikis and pull requests, a frame for HTML pages, a picture for everything else.</p>
            : <EmbedResult key={make.data.id} embed={make.data} sizeKey={choice.size} isOld={!isMade} />}
        </div>
      </div>
      <EmbedList newest={make.data?.id ?? null} />
    </Modal>
  );
}

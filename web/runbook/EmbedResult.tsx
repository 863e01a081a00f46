import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Embed } from '../../core/contract/contract.ts';
import { pathPrefix } from '../url/pathPrefix.ts';
import { sizes, snippets, type SizeKey, type Snippet } from './embedForm.ts';
import styles from './Runbook.module.css';

function SnippetRow({ snippet: { label, text, hint } }: { snippet: Snippet }) {
  return (
    <div className={styles['snippet']}>
      <span className={styles['label']}>{label}</span>
      {/* To be selected by hand too, where a page without https may not write the clipboard. */}
      <input className={styles['text']} readOnly value={text} aria-label={`${label}: ${hint}`} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={text}>
        {({ copied, copy }) => <Button size="xs" variant="default" onClick={copy} aria-label={`Copy ${label}`}><span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span></Button>}
      </CopyButton>
      <span className={styles['hint']}>{hint}</span>
    </div>
  );
}

/** The embed itself as it will stand in a page, and its picture; the frame is of this origin, so it shows whatever the configuration allows. */
function Preview({ embed, sizeKey }: { embed: Embed; sizeKey: SizeKey }) {
  const [what, setWhat] = useState<'frame' | 'picture'>('frame');
  const size = sizes[sizeKey];
  // Of this page's own server, by whatever name readers of the link will reach it.
  const path = `${pathPrefix}/embed/${embed.url.split('/').at(-1) ?? ''}`;
  return (
    <div className={styles['preview']}>
      <SegmentedControl size="xs" aria-label="Preview" value={what} onChange={(value) => setWhat(value)} data={[{ value: 'frame', label: 'As a frame' }, { value: 'picture', label: 'As a picture' }]} />
      <div className={styles['stage']}>
        {what === 'frame'
          ? <iframe src={path} title={`Preview of ${embed.title}`} width={size.width} height={size.height} />
          : <img src={`${path}.svg?width=${size.pictureWidth}`} alt={`Embed of ${embed.title}`} />}
      </div>
    </div>
  );
}

/** What was made: preview, texts to copy, and what to know before it is sent. `isOld`: the form has been changed since. */
export function EmbedResult({ embed, sizeKey, isOld }: { embed: Embed; sizeKey: SizeKey; isOld: boolean }) {
  return (
    <>
      {isOld && <p className={styles['hint']} role="status">This is the link made before; the choices have changed since.</p>}
      <Preview embed={embed} sizeKey={sizeKey} />
      {snippets(embed, sizeKey).map((snippet) => <SnippetRow key={snippet.key} snippet={snippet} />)}
      {embed.iframe === null && embed.iframeReason !== null && <p className={styles['reason']}><strong>No frame:</strong> {embed.iframeReason}</p>}
      {embed.iframe !== null && embed.frameAncestors.length > 0 && <p className={styles['hint']}>The frame shows in pages of {embed.frameAncestors.join(', ')}.</p>}
      {embed.notes.map((note) => <p key={note} className={styles['reason']}>{note}</p>)}
    </>
  );
}

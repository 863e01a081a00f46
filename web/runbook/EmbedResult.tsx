import { Button, CopyButton } from '@mantine/core';
import { useState } from 'react';
import type { Embed } from '../../core/contract/contract.ts';
import { pathPrefix } from '../url/pathPrefix.ts';
import { Segments } from '../ui/overlay/Segments.tsx';
import { sizes, snippets, type SizeKey, type Snippet } from './embedForm.ts';
import styles from './Runbook.module.css';

function SnippetRow({ snippet: { label, text, hint } }: { snippet: Snippet }) {
  return (
    <div className={styles['snippet']}>
      <span className={styles['label']}>{label}</span>
      {/* Selectable by hand: a page without HTTPS may not write to the clipboard. */}
      <input className={styles['text']} readOnly value={text} aria-label={`${label}: ${hint}`}
        onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={text}>
        {({ copied, copy }) => <Button size="xs" variant="default" onClick={copy} aria-label={`Copy ${label}`}><span
          aria-live="polite">{copied ? 'Copied' : 'Copy'}</span></Button>}
      </CopyButton>
      <span className={styles['hint']}>{hint}</span>
    </div>
  );
}

/**
 * Previews the embed as a frame and as a picture. The frame has this origin, so it loads whatever the configuration
 * allows.
 */
function Preview({ embed, sizeKey }: { embed: Embed; sizeKey: SizeKey }) {
  const [what, setWhat] = useState<'frame' | 'picture'>('frame');
  const size = sizes[sizeKey];
  // A path on this server: readers of the link may reach it under another name.
  const path = `${pathPrefix}/embed/${embed.url.split('/').at(-1) ?? ''}`;
  return (
    <div className={styles['preview']}>
      <Segments label="Preview" value={what} onChange={(value) => setWhat(value)}
        data={[{ value: 'frame', label: 'As a frame' }, { value: 'picture', label: 'As a picture' }]} />
      <div className={styles['stage']}>
        {what === 'frame'
          ? <iframe src={path} title={`Preview of ${embed.title}`} width={size.width} height={size.height} />
          : <img src={`${path}.svg?width=${size.pictureWidth}`} alt={`Embed of ${embed.title}`} />}
      </div>
    </div>
  );
}

/** The created embed: preview, texts to copy, and notes. `isOld`: the form has changed since. */
export function EmbedResult({ embed, sizeKey, isOld }: { embed: Embed; sizeKey: SizeKey; isOld: boolean }) {
  return (
    <>
      {isOld && <p className={styles['hint']} role="status">This is the previous link; the options have changed
        since.</p>}
      <Preview embed={embed} sizeKey={sizeKey} />
      {snippets(embed, sizeKey).map((snippet) => <SnippetRow key={snippet.key} snippet={snippet} />)}
      {embed.iframe === null && embed.iframeReason !== null && <p className={styles['reason']}><strong>No
        frame:</strong> {embed.iframeReason}</p>}
      {embed.iframe !== null && embed.frameAncestors.length > 0 && <p className={styles['hint']}>The frame loads in
        pages of {embed.frameAncestors.join(', ')}.</p>}
      {embed.notes.map((note) => <p key={note} className={styles['reason']}>{note}</p>)}
    </>
  );
}

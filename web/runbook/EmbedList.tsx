import { Button, CopyButton } from '@mantine/core';
import { useState } from 'react';
import type { Embed } from '../../core/contract/contract.ts';
import { useEmbeds, useRevokeEmbed } from '../api/embeds.ts';
import { formatBytes, formatDateTime } from '../../core/text/format.ts';
import { useUrlState } from '../url/useUrlState.ts';
import type { Zone } from '../../core/text/zone.ts';
import styles from './Runbook.module.css';

/** Asks for confirmation: pages that show the embed go blank, and it cannot be undone. */
function Revoke({ embed }: { embed: Embed }) {
  const [isSure, setSure] = useState(false);
  const revoke = useRevokeEmbed();
  if (revoke.error !== null) return <span role="alert">{revoke.error.message}</span>;
  if (!isSure) return <Button size="compact-xs" variant="default" onClick={() => setSure(true)}
    aria-label={`Revoke ${embed.title}`}>Revoke</Button>;
  return (
    <span className={styles['sure']}>
      <Button size="compact-xs" color="red" loading={revoke.isPending} onClick={() => revoke.mutate(embed.id)}>Yes,
        revoke</Button>
      <Button size="compact-xs" variant="default" autoFocus onClick={() => setSure(false)}>Cancel</Button>
    </span>
  );
}

function Row({ embed, zone, isNew }: { embed: Embed; zone: Zone; isNew: boolean }) {
  return (
    <tr data-new={isNew || undefined}>
      <th scope="row">{embed.title}{isNew && <span className={styles['new']}>new</span>}</th>
      <td>{embed.frozen ? `frozen, ${formatBytes(embed.keptBytes)}` : 'live'}</td>
      <td>{formatDateTime(embed.created, zone).slice(0, 16)}</td>
      <td>{formatDateTime(embed.expires, zone).slice(0, 10)}</td>
      <td className={styles['actions']}>
        <CopyButton value={embed.url}>{
          ({ copied, copy }) => <Button size="compact-xs" variant="default" onClick={copy}
            aria-label={`Copy link of ${embed.title}`}>{copied ? 'Copied' : 'Copy link'}</Button>
        }</CopyButton>
        <Revoke embed={embed} />
      </td>
    </tr>
  );
}

/** All links to panels of this server, newest first. */
export function EmbedList({ newest }: { newest: string | null }) {
  const { zone } = useUrlState().state;
  const { data, error } = useEmbeds(true);
  if (error !== null) return <p className={styles['reason']} role="alert">Existing links could not be
    loaded. {error.message}</p>;
  if (data === undefined || data.length === 0) return null;
  const rows = data.toSorted((a, b) => b.created - a.created);
  return (
    <details className={styles['list']} open={rows.length <= 4}>
      <summary>{rows.length === 1 ? '1 link' : `${rows.length} links`} to panels of this server</summary>
      <div className={styles['tableBox']}>
        <table>
          <thead><tr><th scope="col">panel</th><th scope="col">time</th><th scope="col">created</th><th
            scope="col">expires</th><th scope="col"><span className={styles['hidden']}>actions</span></th></tr></thead>
          <tbody>{rows.map((embed) => <Row key={embed.id} embed={embed} zone={zone} isNew={embed.id === newest} />)}
            </tbody>
        </table>
      </div>
    </details>
  );
}

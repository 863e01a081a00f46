import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Access, AuditEntry } from '../../../core/contract/contract.ts';
import { formatDateTime } from '../../../core/text/format.ts';
import {
  accessHeadline, actText, foundEntries, isFailed, joinedPages, resultText, subjectText, userText,
} from '../../../core/views/access/auditView.ts';
import { useAudit } from '../../api/accessQueries.ts';
import { useStatus } from '../../api/queries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Link } from '../../ui/Link.tsx';
import { EmptyState, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { useNow } from '../../ui/useNow.ts';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { AccessHow } from './howComputed.tsx';
import styles from './AccessPanel.module.css';
import { Tokens } from './Tokens.tsx';

const byWords: Record<Access['by'], string> = {
  nothing: 'without a login', password: 'by password', token: 'by a token', proxy: 'by the proxy',
  certificate: 'by certificate',
};

/** Bearer tokens for scripts, and the audit log; for admins. */
export function AccessPanel() {
  const status = useStatus();
  if (status.data?.access.role === 'admin') return <ForAdmins access={status.data.access} />;
  return (
    <PanelFrame title="Access" query={status} waitingFor="Loading your role" headingLevel={1} height={0}>
      {({ access }) => (
        <>
          <FindingHeadline title="Access" finding={{ sentence: 'Only admins see this page.', severity: null }}
            context={whoText(access)} actions={<AccessHow />} />
          <EmptyState what="Requires the role admin" why={<>The configuration of this tsdbscope assigns roles under
            <code> access</code>.</>} />
        </>
      )}
    </PanelFrame>
  );
}

function whoText({ user, role, by }: Access): string {
  return `You are ${user ?? 'anonymous'}, ${role}, ${byWords[by]}`;
}

function ForAdmins({ access }: { access: Access }) {
  const audit = useAudit(true);
  const { href } = useUrlState();
  const now = useNow(5_000);
  const entries = useMemo(() => joinedPages(audit.data?.pages ?? []), [audit.data]);
  const isWhole = !audit.hasNextPage || (entries.at(-1)?.time ?? 0) < now - 86_400;
  return (
    <PanelFrame title="Access" query={audit} waitingFor="Loading the audit log" headingLevel={1}>
      {() => (
        <>
          <FindingHeadline title="Access" finding={accessHeadline(entries, now, { isWhole, by: access.by })}
            context={<>{whoText(access)} · <Link href={href({ page: 'self' })}>tsdbscope itself</Link></>}
            actions={<AccessHow />} />
          <Tokens now={now} />
          <AuditLog entries={entries} more={audit.hasNextPage && (
            <Button variant="subtle" size="xs" loading={audit.isFetchingNextPage}
              onClick={() => void audit.fetchNextPage()}>Load older entries</Button>)} />
        </>
      )}
    </PanelFrame>
  );
}

function AuditLog({ entries, more }: { entries: readonly AuditEntry[]; more: ReactNode }) {
  const { state: { search, zone }, set } = useUrlState();
  const found = useMemo(() => foundEntries(entries, search), [entries, search]);
  const field = 'audit-search';
  useShortcut('/', () => document.getElementById(field)?.focus());
  const isNarrow = useAtMostPx(700);
  const time: Column<AuditEntry> = { key: 'time', head: 'time', render: (entry) => formatDateTime(entry.time, zone) };
  const columns: Column<AuditEntry>[] = isNarrow ? [time, {
    key: 'act', head: 'who did what', render: (entry) => <WhoDidWhat entry={entry} />,
  }] : [
    { ...time, noWrap: true },
    { key: 'user', head: 'user', render: (entry) => <bdi className={styles['text']}>{userText(entry)}</bdi> },
    { key: 'act', head: 'action', render: actText },
    { key: 'subject', head: 'object', render: (entry) => <bdi className={styles['text']}>{subjectText(entry)}</bdi> },
    { key: 'result', head: 'result', noWrap: true, render: (entry) => <Outcome entry={entry} /> },
    { key: 'address', head: 'address', noWrap: true, render: ({ address }) => address },
  ];
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>Audit log</h2>
        <input id={field} type="search" className={styles['search']} value={search} aria-label="Search the audit log"
          placeholder="Search users, actions, addresses ( / )" autoComplete="off" spellCheck={false}
          onChange={({ currentTarget: { value } }) => set({ search: value }, 'replace')} />
        <p className={styles['note']} role="status">{entries.length > 0
          && `${found.length.toLocaleString('en-US')} of ${entries.length.toLocaleString('en-US')} loaded entries`}</p>
      </div>
      <DataTable caption="Audit log" columns={columns} rows={found} limit={100} maxHeight={620}
        rowKey={(entry, i) => `${entry.time} ${i}`}
        empty={entries.length === 0 ? 'Nothing was changed, downloaded or logged in to yet.' : 'No entries match.'} />
      {more}
    </section>
  );
}

function Outcome({ entry }: { entry: AuditEntry }) {
  return <span data-failed={isFailed(entry) || undefined} className={styles['result']}>{resultText(entry)}</span>;
}

function WhoDidWhat({ entry }: { entry: AuditEntry }) {
  const subject = subjectText(entry);
  return (
    <>
      <bdi className={styles['text']}>{userText(entry)}</bdi> at {entry.address}: {actText(entry)}
      {subject !== '' && <> <bdi className={styles['text']}>{subject}</bdi></>}, <Outcome entry={entry} />
    </>
  );
}

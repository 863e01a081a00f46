import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import type { AccessToken, Role } from '../../../core/contract/contract.ts';
import { formatAge, formatDateTime } from '../../../core/text/format.ts';
import { ROLES } from '../../../core/roles.ts';
import { tokenState } from '../../../core/views/access/auditView.ts';
import { useMakeToken, useRevokeToken, useTokens } from '../../api/accessQueries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { SureButton } from '../../ui/SureButton.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './AccessPanel.module.css';

const lifetimes: [days: number | null, words: string][] = [
  [1, '1 day'], [30, '30 days'], [90, '90 days'], [365, '1 year'], [null, 'never'],
];
const usualDays = 90;

/** Bearer tokens for scripts: the list, a form for another, and, once, the created token. */
export function Tokens({ now }: { now: number }) {
  const tokens = useTokens(true);
  const revoke = useRevokeToken();
  const { state: { zone } } = useUrlState();
  const isNarrow = useAtMostPx(700);
  const columns: Column<AccessToken>[] = [
    { key: 'name', head: 'name', render: ({ name }) => <bdi className={styles['text']}>{name}</bdi> },
    { key: 'role', head: 'role', render: ({ role }) => role },
    {
      key: 'used', head: 'last used', noWrap: true,
      render: ({ lastUsedTime }) => (lastUsedTime === null ? 'never' : formatAge(now - lastUsedTime)),
    },
    {
      key: 'expires', head: 'expires', noWrap: !isNarrow, render: (token) => (
        token.expiresTime === null ? 'never' : tokenState(token, now) === 'expired' ? 'expired'
        : formatDateTime(token.expiresTime, zone)),
    },
    ...isNarrow ? [] : [{
      key: 'made', head: 'created', render: ({ createdBy, createdTime }) => (
        <>{formatAge(now - createdTime)}{createdBy !== null && <> by <bdi>{createdBy}</bdi></>}</>),
    } satisfies Column<AccessToken>],
    {
      key: 'revoke', head: '', spokenHead: 'revoke', render: ({ id, name }) => (
        <SureButton word="Revoke" subject={name} isPending={revoke.isPending && revoke.variables === id}
          act={() => revoke.mutate(id)} />),
    },
  ];
  const error = tokens.error ?? revoke.error;
  return (
    <section className={styles['section']}>
      <div className={styles['head']}><h2>Tokens for scripts</h2></div>
      {error !== null && <p className={styles['failed']} role="alert">{error.message}</p>}
      <DataTable caption="Tokens for scripts" columns={columns} rows={tokens.data ?? []} rowKey={({ id }) => id}
        limit={20} empty="No tokens. A script sends one as Authorization: Bearer TOKEN." />
      <TokenForm />
    </section>
  );
}

function TokenForm() {
  const make = useMakeToken();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState<number | null>(usualDays);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate({ name: name.trim(), role, expiresDays: days }, { onSuccess: () => setName('') });
  };
  return (
    <form className={styles['form']} aria-label="New token" onSubmit={submit}>
      <label>For <input className={styles['search']} value={name} required maxLength={100} placeholder="CI, notebook"
        autoComplete="off" onChange={({ currentTarget: { value } }) => setName(value)} /></label>
      <label>Role <select value={role} onChange={({ currentTarget: { value } }) =>
        setRole(ROLES.find((each) => each === value) ?? 'viewer')}>
        {ROLES.map((each) => <option key={each}>{each}</option>)}</select></label>
      <label>Expires <select value={String(days)} onChange={({ currentTarget: { value } }) =>
        setDays(value === 'null' ? null : Number(value))}>
        {lifetimes.map(([each, words]) => <option key={words} value={String(each)}>{words}</option>)}</select></label>
      <Button type="submit" size="compact-md" variant="default" loading={make.isPending}
        disabled={name.trim() === ''}>Create token</Button>
      {make.error !== null && <p className={styles['failed']} role="alert">{make.error.message}</p>}
      {make.data !== undefined && <MadeToken name={make.data.name} token={make.data.token} />}
    </form>
  );
}

function MadeToken({ name, token }: { name: string; token: string }) {
  const clipboard = useClipboard();
  return (
    <div className={styles['made']} role="status">
      <span>The token <bdi>{name}</bdi> is shown only now:</span>
      {/* Selectable by hand: a page without HTTPS may not write to the clipboard. */}
      <code className={styles['token']}>{token}</code>
      <Button size="compact-sm" variant="light" onClick={() => clipboard.copy(token)}>
        {clipboard.copied ? 'Copied' : 'Copy'}</Button>
    </div>
  );
}

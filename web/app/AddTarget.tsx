import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AddedTarget, AddedTargetsView } from '../../core/contract/contract.ts';
import { mayAct } from '../../core/roles.ts';
import { formatAge } from '../../core/text/format.ts';
import { useAddedTargets, useAddTarget, useRemoveTarget } from '../api/addedTargets.ts';
import { useStatus } from '../api/queries.ts';
import { ApiError } from '../../core/client/apiClient.ts';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { SureButton } from '../ui/SureButton.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { useNow } from '../ui/useNow.ts';
import styles from './AddTarget.module.css';

export interface AddTargetProps {
  /** Target address in the link to this page; null if the reader opened the dialog. */
  linked: string | null;
  onClose: () => void;
  onAdded: (name: string) => void;
}

/** Adds a target at run time, if the configuration allows it, and lists the added ones. */
export function AddTarget({ linked, onClose, onAdded }: AddTargetProps) {
  const access = useStatus().data?.access;
  const isAllowed = access !== undefined && mayAct(access.role, 'operator');
  const view = useAddedTargets(isAllowed);
  return (
    <Dialog onClose={onClose} title="Add a target" width={560}>
      <div className={styles['dialog']}>
        {access !== undefined && !isAllowed
          ? <p role="alert" className={styles['failed']}>Adding targets requires the role operator; yours is
            {' '}{access.role}. An admin assigns roles under “access” in the configuration file.</p>
          : <AddForm {...{ linked, onClose, onAdded }} isReady={isAllowed} />}
        {view.data !== undefined && <><Rule view={view.data} /><Added targets={view.data.targets} /></>}
        {view.error !== null && <p role="alert" className={styles['failed']}>{view.error.message}</p>}
      </div>
    </Dialog>
  );
}

function AddForm({ linked, onClose, onAdded, isReady }: AddTargetProps & { isReady: boolean }) {
  const add = useAddTarget();
  const [url, setUrl] = useState(linked ?? '');
  const [name, setName] = useState('');
  const order = { url: url.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) };
  const send = (anyway: boolean): void =>
    add.mutate({ ...order, ...(anyway ? { anyway } : {}) }, { onSuccess: (target) => onAdded(target.name) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    send(false);
  };
  // A target refused by a rule stays refused; one that does not answer may answer later.
  const isUnreachable = add.error instanceof ApiError && add.error.errorType === 'target_error';
  return (
    <form className={styles['form']} aria-label="New target" onSubmit={submit}>
      {linked !== null && <p>This link asks for a target that is not watched yet. Nothing was sent to
        it. <b>Add target</b> starts scraping it, for everyone who uses this tsdbscope.</p>}
      {/* A link must not add by a stray Enter: then the focus is on the button that closes. */}
      <TextInput size="sm" label="Address" placeholder="http://HOST:9090" value={url} spellCheck={false}
        autoComplete="off" inputMode="url" {...(linked === null ? { 'data-autofocus': true } : {})}
        onChange={({ currentTarget: { value } }) => { setUrl(value); add.reset(); }} />
      <TextInput size="sm" label="Name (optional)" placeholder="host and port of the address" value={name}
        autoComplete="off" maxLength={200} onChange={({ currentTarget: { value } }) => setName(value)} />
      {add.error !== null && <p role="alert" className={styles['failed']}>{add.error.message}</p>}
      <div className={styles['actions']}>
        <Button size="sm" type="submit" loading={add.isPending} disabled={!isReady || order.url === ''}>Add
          target</Button>
        {isUnreachable && <Button size="sm" variant="default" loading={add.isPending}
          onClick={() => send(true)}>Add anyway</Button>}
        <Button size="sm" variant="default" onClick={onClose} {...(linked === null ? {} : { 'data-autofocus': true })}>
          Cancel</Button>
      </div>
    </form>
  );
}

/** Which targets can be added, and how to allow more. */
function Rule({ view: { allow, isDefault } }: { view: AddedTargetsView }) {
  return (
    <p className={styles['quiet']}>{allow.length === 0 ? 'Nothing may be added here'
      : <>May be added: <span className="mono">{allow.join(', ')}</span></>}{isDefault && ', by default'}. The key
      {' '}<code>add_targets: {'{'}allow: [10.1.0.0/16:9090, prometheus:9090]{'}'}</code> of the configuration file says
      what may be. Targets with credentials or headers belong there too.</p>
  );
}

function Added({ targets }: { targets: readonly AddedTarget[] }) {
  const remove = useRemoveTarget();
  const now = useNow(10_000);
  if (targets.length === 0) return null;
  const columns: Column<AddedTarget>[] = [
    {
      key: 'name', head: 'target', render: ({ name, url, refusal }) => <>
        <bdi className={styles['name']}>{name}</bdi>
        {url !== `http://${name}` && <span className={styles['quiet']}> {url}</span>}
        {refusal !== null && <span className={styles['failed']}> Not scraped: {refusal}</span>}</>,
    },
    {
      key: 'added', head: 'added', render: ({ addedBy, addedTime }) => (
        <>{formatAge(now - addedTime)}{addedBy !== null && <> by <bdi>{addedBy}</bdi></>}</>),
    },
    {
      key: 'remove', head: '', spokenHead: 'remove', render: ({ name }) => (
        <SureButton word="Remove" subject={name} isPending={remove.isPending && remove.variables === name}
          act={() => remove.mutate(name)} />),
    },
  ];
  return (
    <section className={styles['added']}>
      <h3>Added while tsdbscope ran</h3>
      {remove.error !== null && <p role="alert" className={styles['failed']}>{remove.error.message}</p>}
      <DataTable caption="Added targets" columns={columns} rows={[...targets]} rowKey={({ name }) => name} limit={20}
        empty="None." />
      <p className={styles['quiet']}>A removed target is not scraped any more; what it recorded stays.</p>
    </section>
  );
}

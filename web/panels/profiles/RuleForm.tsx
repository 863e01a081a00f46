import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { WatchRule } from '../../../core/contract/contract.ts';
import { RULE_KINDS } from '../../../core/triggers.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EMPTY_RULE, fieldsOf, readRule, type RuleFields, type RuleInput } from './ruleForm.ts';
import { kindOf } from './captureForm.ts';
import styles from './RuleForm.module.css';

interface RuleFormProps {
  /** Rule to edit; null for a new one. */
  rule: WatchRule | null;
  isPending: boolean;
  /** The server's reason for refusing it. */
  refusal: string | null;
  onSave: (rule: RuleInput) => void;
  onClose: () => void;
}

/** A threshold on series: what is watched, the limit, and which profile is taken. */
export function RuleForm({ rule, isPending, refusal, onSave, onClose }: RuleFormProps) {
  const [fields, setFields] = useState<RuleFields>(() => (rule === null ? EMPTY_RULE : fieldsOf(rule)));
  const [error, setError] = useState<string | null>(null);
  const put = (change: Partial<RuleFields>): void => setFields((old) => ({ ...old, ...change }));
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const read = readRule(fields);
    setError('error' in read ? read.error : null);
    if ('rule' in read) onSave(read.rule);
  };
  return (
    <Dialog title={rule === null ? 'Add a rule' : 'Edit the rule'} onClose={onClose} width={520}>
      <form className={styles['form']} onSubmit={save} noValidate>
        <TextInput size="sm" label="Name" value={fields.name} maxLength={60} data-autofocus autoComplete="off"
          onChange={({ currentTarget: { value } }) => put({ name: value })} />
        <TextInput size="sm" label="Series" placeholder={'prometheus_engine_queries{engine="main"}'} spellCheck={false}
          autoComplete="off" value={fields.selector} classNames={{ input: 'mono' }}
          onChange={({ currentTarget: { value } }) => put({ selector: value })} />
        <div className={styles['row']}>
          <NativeSelect size="sm" label="Is" value={fields.side} data={['above', 'below']}
            onChange={({ currentTarget: { value } }) => put({ side: value === 'below' ? 'below' : 'above' })} />
          <TextInput size="sm" label="Threshold" inputMode="decimal" value={fields.threshold} autoComplete="off"
            onChange={({ currentTarget: { value } }) => put({ threshold: value })} />
          <TextInput size="sm" label="For (optional)" placeholder="30s" value={fields.forText} autoComplete="off"
            onChange={({ currentTarget: { value } }) => put({ forText: value })} />
        </div>
        <div className={styles['row']}>
          <NativeSelect size="sm" label="Takes" value={fields.kind}
            data={RULE_KINDS.map((kind) => ({ value: kind, label: kindOf(kind).label }))}
            onChange={({ currentTarget: { value } }) => (
              put({ kind: RULE_KINDS.find((kind) => kind === value) ?? 'cpu' }))} />
          {fields.kind === 'cpu' && <TextInput size="sm" label="Length, s" inputMode="numeric"
            value={fields.secondsText} autoComplete="off"
            onChange={({ currentTarget: { value } }) => put({ secondsText: value })} />}
        </div>
        {(error ?? refusal) !== null && <p role="alert" className={styles['failed']}>{error ?? refusal}</p>}
        <div className={styles['row']}>
          <Button size="sm" type="submit" loading={isPending}>Save</Button>
          <Button size="sm" variant="default" onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

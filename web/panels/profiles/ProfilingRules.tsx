import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Profiling, TriggerState, WatchRule } from '../../../core/contract/contract.ts';
import type { RulesRequest } from '../../../core/contract/questions/bodies.ts';
import { mayAct } from '../../../core/roles.ts';
import { formatClock } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { DEFAULT_RULES } from '../../../core/triggers.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { useStatus } from '../../api/queries.ts';
import { useSetRules } from '../../api/spanQueries.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { SureButton } from '../../ui/SureButton.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { RuleForm } from './RuleForm.tsx';
import { withRule } from './ruleForm.ts';
import styles from './RuleForm.module.css';

interface ProfilingRulesProps { target: string; profiling: Profiling; zone: Zone }

/** Rules that start a profile, each with its state and its limits; changes apply to all users. */
export function ProfilingRules({ target, profiling: { triggers, rules: set }, zone }: ProfilingRulesProps) {
  const change = useSetRules(target);
  const access = useStatus().data?.access;
  const mayChange = access !== undefined && mayAct(access.role, 'operator');
  const [edited, setEdited] = useState<WatchRule | 'new' | null>(null);
  const put = ({ off, rules }: RulesRequest, then?: () => void): void =>
    change.mutate({ off, rules }, then === undefined ? {} : { onSuccess: then });
  const own = (name: string): WatchRule | undefined => set.rules.find((rule) => rule.name === name);
  const turn = (name: string): void => {
    const off = DEFAULT_RULES.filter((rule) => set.off.includes(rule) !== (rule === name));
    put({ off, rules: withRule(set.rules, null, null) });
  };
  // On a phone the rule texts need the space; the times are also in the list of captures.
  const isNarrow = useAtMostPx(700);
  const clock = (time: number | null): string => (time === null ? '' : formatClock(time, zone));
  const columns: Column<TriggerState>[] = [
    { key: 'rule', head: 'takes a profile when', render: ({ sentence }) => middleCut(sentence, 200) },
    {
      key: 'on', head: 'state', noWrap: true, render: ({ rule, on }) => {
        const mine = own(rule);
        return (
          <span className={styles['state']}>
            <span className={styles['word']}>{on ? 'on' : 'off'}</span>
            {mayChange && mine === undefined && <Button size="compact-xs" variant="default"
              disabled={change.isPending} aria-label={`Switch ${on ? 'off' : 'on'} the rule ${rule}`}
              onClick={() => turn(rule)}>{on ? 'Switch off' : 'Switch on'}</Button>}
            {mayChange && mine !== undefined && <>
              <Button size="compact-xs" variant="default" aria-label={`Edit the rule ${rule}`}
                onClick={() => { change.reset(); setEdited(mine); }}>Edit</Button>
              <SureButton size="compact-xs" word="Remove" subject={`the rule ${rule}`} isPending={false}
                act={() => put({ off: set.off, rules: withRule(set.rules, rule, null) })} /></>}
          </span>
        );
      },
    },
    ...(isNarrow ? [] : [
      { key: 'last', head: 'last', noWrap: true, render: ({ lastTime }: TriggerState) => clock(lastTime) },
    ]),
    {
      key: 'today', head: 'today', align: 'right', noWrap: true,
      render: ({ takenToday, maxPerDay }) => `${takenToday} of ${maxPerDay}`,
    },
    ...(isNarrow ? [] : [{
      key: 'rest', head: 'rests until', noWrap: true,
      render: ({ notBeforeTime }: TriggerState) => clock(notBeforeTime),
    }]),
  ];
  return (
    <>
      <DataTable caption="Rules that take profiles" columns={columns} rows={triggers} rowKey={({ rule }) => rule} />
      {edited === null && change.error !== null
        && <p role="alert" className={styles['failed']}>{change.error.message}</p>}
      {mayChange && (
        <div className={styles['under']}>
          <Button size="compact-sm" variant="light" onClick={() => { change.reset(); setEdited('new'); }}>
            Add a rule</Button>
          {set.setBy === 'page' && <>
            <SureButton word="Reset" subject="the rules to the configuration" isPending={false}
              act={() => change.mutate(null)} />
            <p className={styles['quiet']}>Set on this page, in place of the configuration.</p></>}
        </div>
      )}
      {edited !== null && (
        <RuleForm key={edited === 'new' ? '' : edited.name} rule={edited === 'new' ? null : edited}
          isPending={change.isPending} refusal={change.error?.message ?? null} onClose={() => setEdited(null)}
          onSave={(rule) => put({
            off: set.off, rules: withRule(set.rules, edited === 'new' ? null : edited.name, rule),
          }, () => setEdited(null))} />
      )}
    </>
  );
}

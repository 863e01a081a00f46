/** Judges lists of members: of a hash ring, of etcd, of Alertmanager, of the stores of Thanos. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { objectsIn, textOf } from '../../look/jsonObjects.ts';
import { NO_FAULT, type Judge } from './verdict.ts';

/** A member is unhealthy by default when its heartbeat is older. */
const LATE_SECONDS = 60;

/** Judges a ring by the states and the heartbeats of its members. */
export const ringVerdict: Judge = (text) => {
  const all = objectsIn(text);
  const now = Date.parse(all.map((one) => textOf(one['now'])).find((one) => one !== '') ?? '');
  const members = all.filter((one) => textOf(one['id']) !== '' && textOf(one['state']) !== '');
  if (members.length === 0 || members.some((one) => !/^active$/i.test(textOf(one['state'])))) return null;
  const ages = members.flatMap((one): { id: string; seconds: number }[] => {
    const seconds = (now - Date.parse(textOf(one['timestamp']))) / 1000;
    return Number.isFinite(seconds) ? [{ id: textOf(one['id']), seconds }] : [];
  });
  const [oldest] = ages.toSorted((a, b) => b.seconds - a.seconds);
  if (oldest !== undefined && oldest.seconds > LATE_SECONDS) return {
    said: `${oldest.id} sent its last heartbeat ${formatSeconds(oldest.seconds)} before the answer, which is late: see `
      + 'whether it runs, and its log.', next: null,
  };
  return {
    said: `${NO_FAULT}: all are active${oldest === undefined ? ''
      : `, with heartbeats at most ${formatSeconds(Math.max(0, oldest.seconds))} old`}.`, next: null,
  };
};

/** Judges the stores of a querier, which says of each whether its last check failed. */
export const storesVerdict: Judge = (_, facts) => (!facts.includes('all without an error') ? null
  : { said: `${NO_FAULT}.`, next: null });

/** Judges the cluster of Alertmanager. */
export const alertmanagerVerdict: Judge = (_, facts) => (!/\bcluster is ready\b/.test(facts) ? null : {
  said: `${NO_FAULT}.`, next: 'Whether notifications arrive is not in it: see its log, and '
    + 'alertmanager_notifications_failed_total.',
});

/** Cells of a row of `etcdctl endpoint status` by the names of their columns. */
function rowsOf(text: string): Map<string, string>[] {
  const lines = text.split('\n').filter((line) => line.trim().startsWith('|')).slice(0, 200)
    .map((line) => line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  const [names = [], ...rows] = lines;
  return names[0] !== 'ENDPOINT' ? [] : rows.filter((row) => row.length === names.length && row[0] !== 'ENDPOINT')
    .map((row) => new Map(names.map((name, i) => [name, row[i] ?? ''])));
}

/** Entries that a member may be behind while it applies them. */
const MAX_LAG = 1000;

/** Judges the members of etcd: one leader, one term, and all that was agreed on applied. */
export const etcdVerdict: Judge = (text, facts) => {
  const rows = rowsOf(text);
  const valuesOf = (name: string): string[] => rows.flatMap((row) => row.get(name) ?? []);
  const [leaders, terms, errors] = [
    valuesOf('IS LEADER').filter((one) => one === 'true').length, new Set(valuesOf('RAFT TERM')),
    valuesOf('ERRORS').filter((one) => one !== ''),
  ];
  if (rows.length === 0 || errors.length > 0 || / did not answer|not defragmented/.test(facts)) return null;
  const [indexes, applied] = [valuesOf('RAFT INDEX').map(Number), valuesOf('RAFT APPLIED INDEX').map(Number)];
  const lag = Math.max(0, Math.max(...indexes) - Math.min(...applied));
  if (terms.size > 1) return {
    said: `The members are not of one term (${[...terms].join(', ')}): an election has just been, or one does not `
      + 'reach the others; print the status again.', next: null,
  };
  const isBehind = lag > MAX_LAG;
  if (isBehind) return {
    said: `A member is ${lag.toLocaleString('en-US')} entries behind the others: see its disk and the network to it.`,
    next: null,
  };
  if (rows.length === 1) return {
    said: 'It shows no error of this member; the others are not in it (--cluster lists them).', next: null,
  };
  return leaders !== 1 || terms.size !== 1 || applied.length !== rows.length ? null : {
    said: `${NO_FAULT}: one member leads, all are of term ${[...terms].join()}, ${lag === 0 ? 'and none is behind'
      : `and none is more than ${lag} ${lag === 1 ? 'entry' : 'entries'} behind`}.`,
    next: 'Slowness is not in it: see etcd_disk_wal_fsync_duration_seconds, and the log of the leader.',
  };
};

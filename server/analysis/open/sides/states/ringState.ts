/** Tells which members a ring lacks, from its page, where a log reports that it has too few. Pure. */
import { joined } from '../../look/factTools.ts';
import { isObject, objectsIn, textOf } from '../../look/jsonObjects.ts';
import { badNode } from '../../parts/evidence/shell/podNodes.ts';
import { badMembers, ringMembers, type RingMember } from '../../structure/ringRows.ts';
import type { BesideState, StateFile } from './stateFile.ts';

const TOO_FEW = /too many unhealthy instances|at least \d{1,4} (?:live|healthy) replicas|\bring has too few healthy/i;
/** The default replication factor, of which two have to be healthy. */
const REPLICAS = 3;
const SEE_RING = /: see the ring page for members that are not ACTIVE[^.\n]{0,200}(?=\.)/;
const SEE_NODE = 'look at that node first';

/** Returns the members of an answer in JSON. */
function jsonMembers(text: string): RingMember[] {
  return !/"shards"\s?:/.test(text) ? [] : objectsIn(text).filter(isObject).flatMap((one): RingMember[] => {
    const [id, state] = [textOf(one['id']), textOf(one['state'])];
    const ago = /^(\d[\w.]{1,20}) ago/.exec(textOf(one['timestamp']))?.[1] ?? null;
    return id === '' || state === '' ? []
      : [{ id, state, isActive: /^active$/i.test(state), ago, clock: null }];
  });
}

/** Returns which members are not active; null without a ring, or if the log does not miss any. */
export function ringState(log: StateFile, state: StateFile): BesideState | null {
  if (!TOO_FEW.test(log.sentence)) return null;
  const rows = ringMembers(state.text);
  const members = rows.length > 0 ? rows : jsonMembers(state.text);
  const bad = members.filter(({ isActive }) => !isActive).length;
  const names = badMembers(members);
  if (members.length === 0) return null;
  if (names === null) return {
    said: `${state.name} shows that ring with all ${members.length} members ACTIVE, so it is whole again, or the log `
      + 'is of another ring.', without: [],
  };
  const left = members.length - bad;
  const few = members.length !== REPLICAS || left > 1 ? null
    : `With the default replication factor of 3, two of them have to be healthy and ${left === 0 ? 'none is' : 'one is'
      }, so requests that need the ring fail until another is back.`;
  const node = badNode(state.text);
  return {
    said: joined([
      `${state.name} shows that ring: ${bad} of its ${members.length} members ${bad === 1 ? 'is' : 'are'} not active (${
        names}).`,
      node, few, node?.includes(SEE_NODE) === true ? null : 'Look at the pods or hosts of these members, and at their '
        + 'logs.',
    ]) ?? '', without: [SEE_RING],
  };
}

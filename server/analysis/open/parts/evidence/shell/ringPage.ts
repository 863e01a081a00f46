/** Tells which members a ring lacks, from its page, where a log reports that it has too few. Pure. */
import { joined } from '../../../look/factTools.ts';
import { objectsIn, textOf } from '../../../look/jsonObjects.ts';
import { badMembers, foreignMembers, ringMembers, tablesIn, type RingMember } from '../../../structure/ringRows.ts';
import { badNode } from './podNodes.ts';

const TOO_FEW = /too many unhealthy instances|at least \d{1,4} (?:live|healthy) replicas|\bring has too few healthy/i;
/** The default replication factor, of which two have to be healthy. */
const REPLICAS = 3;
/** The advice to look at the page, which is needless beside it. */
export const SEE_RING = /: see the ring page for members that are not ACTIVE[^.\n]{0,200}(?=\.)/;

/** Returns the members of an answer in JSON. */
function jsonMembers(text: string): RingMember[] {
  return !/"shards"\s?:/.test(text) ? [] : objectsIn(text).flatMap((one): RingMember[] => {
    const [id, state] = [textOf(one['id']), textOf(one['state'])];
    const ago = /^(\d[\w.]{1,20}) ago/.exec(textOf(one['timestamp']))?.[1] ?? null;
    return id === '' || state === '' ? []
      : [{ id, state, isActive: /^active$/i.test(state), ago, clock: null }];
  });
}

/** That a ring has too few healthy members, which follows from the merge. */
export const OF_MERGED = /^(?:Queries fail, because the|The) ring has too few healthy members\b/;
/** The words on members of several systems. */
export const MERGED = / shows members of several systems in one ring: /;

/** Returns that the clusters of two systems have become one; null for members of one system. */
function mergedRing(members: readonly RingMember[], where: string): string | null {
  const foreign = foreignMembers(members);
  return foreign === null ? null : `${where} shows members of several systems in one ring: ${foreign}. Their `
    + 'memberlist clusters have merged, so each system sends requests to members of the other, which do not know them. '
    + 'Give each system its own memberlist.cluster_label (at first with cluster_label_verification_disabled: true), '
    + 'roll it out to all members, then forget the members of the other system on the ring page of each.';
}

/**
 * Returns which members of a ring are not active; null without a ring, or if the facts miss none. `where`: what shows
 * it.
 */
export function ringPage(facts: string, text: string, where: string): string | null {
  const rows = ringMembers(text);
  const members = rows.length > 0 ? rows : jsonMembers(text);
  // Pages of several rings, each of its own system, are no merged one.
  const merged = tablesIn(text) > 1 ? null : mergedRing(members, where);
  if (merged !== null || !TOO_FEW.test(facts)) return merged;
  const bad = members.filter(({ isActive }) => !isActive).length;
  const names = badMembers(members);
  if (members.length === 0) return null;
  if (names === null) return `${where} shows that ring with all ${members.length} members ACTIVE, so it is whole `
    + 'again, or the error is about another ring.';
  const left = members.length - bad;
  const few = members.length !== REPLICAS || left > 1 ? null
    : `With the default replication factor of 3, two of them have to be healthy and ${left === 0 ? 'none is' : 'one is'
      }, so requests that need the ring fail until another is back.`;
  const node = badNode(text);
  return joined([
    `${where} shows that ring: ${bad} of its ${members.length} members ${bad === 1 ? 'is' : 'are'} not active (${
      names}).`,
    node, few, node === null ? 'Look at the pods or hosts of these members, and at their logs.' : null,
  ]);
}

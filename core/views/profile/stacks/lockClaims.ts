/** Words on profiles of Go in which goroutines wait for locks: who held these, or who wanted them. Pure. */
import type { ContendedPlace, Finding, Part, TopTable } from '../../../contract/contract.ts';
import { finding } from '../../../finding.ts';
import { releasesLock, waitsForLock } from '../../../profile/goWaits.ts';
import { count, joined, parts, profileQuantity, ratio } from '../../../text/parts.ts';
import { nameWithin } from '../../flame/frameLabel.ts';

const MAX_NAME_LETTERS = 70;
/** Share of the waits from which a function is named as the one with most. */
const MOST = 0.5;
/** Share up to which functions are named, least share of each, and at most how many are. */
const ENOUGH = 0.8;
const MUCH = 0.05;
const MAX_PLACES = 4;
const ALL = 0.995;

type Asked = Pick<TopTable, 'sampleType' | 'unit' | 'stacks' | 'total' | 'rows'>;

const shown = (name: string): string => nameWithin(name, MAX_NAME_LETTERS);

/** Returns the finding of a profile whose largest function takes or releases a lock; null for others. */
export function lockFinding(top: Asked, others: readonly string[]): Finding | null {
  const { sampleType, unit, stacks, total, rows } = top;
  const first = rows.find(({ flat }) => flat > 0)?.function ?? '';
  const isMutex = releasesLock(first);
  const isOfWaits = sampleType === 'delay' || sampleType === 'contentions';
  if (!isOfWaits || total <= 0 || !(isMutex || waitsForLock(first))) return null;
  const ofLocks = rows.filter(({ function: name }) => releasesLock(name) || waitsForLock(name))
    .reduce((sum, { flat }) => sum + flat, 0);
  const { value = ofLocks, waits = 0, places = [] } = stacks?.contention ?? {};
  const caller = stacks?.leaves.find((leaf) => leaf.function === first)?.caller ?? null;
  const [most] = places.filter((place) => place.value >= MOST * value);
  const where = most !== undefined
    ? isMutex ? `, most for those that ${shown(most.function)} held` : `, most in ${shown(most.function)}`
    : places.length > 0 || caller === null || caller.value < MOST * total ? ''
    : isMutex ? `, most for those that ${shown(caller.name)} releases` : `, most in ${shown(caller.name)}`;
  const times = waits <= 0 || sampleType !== 'delay' ? ''
    : parts`, ${count(waits, 'time')} (${profileQuantity(value / waits, unit)} each)`;
  return finding({
    code: 'profile-locks', severity: 'info',
    claim: sampleType === 'delay'
      ? parts`Goroutines waited ${profileQuantity(value, unit)} for locks${times}${where}.`
      : parts`Goroutines waited ${count(value, 'time')} for locks${where}.`,
    evidence: [
      isMutex
        ? parts`This is a mutex profile: the wait of the others is booked at ${first}, where the lock is ${
          'released, and is no CPU time. Hold the lock for less time in the functions that call it.'}`
        : parts`This is a block profile${value < ALL * total ? parts`, of whose ${
          profileQuantity(total, unit)} that is ${ratio(value / total)}` : ''}: it shows waiting, no CPU time, and ${
          'not who held the locks meanwhile, which a mutex profile (/debug/pprof/mutex) does.'}`,
      placesStatement(top, isMutex ? 'Who held them' : 'Who waited'), ...others.map((text) => [{ text }]),
    ],
  });
}

/** Returns the functions that hold or want locks with most of the waits, each with its path; empty if not known. */
export function placesStatement({ sampleType, unit, stacks }: Asked, words: string): Part[] {
  const { value = 0, places = [] } = stacks?.contention ?? {};
  let told = 0;
  const named = places.slice(0, MAX_PLACES).filter((place, at) => {
    const isNamed = told < ENOUGH * value && (at === 0 || place.value >= MUCH * value);
    if (isNamed) told += place.value;
    return isNamed;
  });
  const each = named.map((place) => parts`${shown(place.function)} ${ratio(place.value / value)}${
    sampleType !== 'delay' ? '' : parts`, ${profileQuantity(place.value, unit)} in ${count(place.waits, 'wait')} of ${
      profileQuantity(place.value / Math.max(1, place.waits), unit)}`}${pathOf(place)}`);
  return value <= 0 || each.length === 0 ? [] : parts`${words}: ${joined(each, '; ')}.`;
}

function pathOf({ function: name, caller, entry }: ContendedPlace): string {
  const by = caller === null ? '' : `, called by ${shown(caller)}`;
  return entry === null || entry === caller || entry === name ? by : `${by}, below ${shown(entry)}`;
}

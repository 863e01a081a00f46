/** Recognizes what the HTTP API says of the members of a ring, and of the stores of a Thanos querier. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { joined, quoted } from '../look/factTools.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';
import { isObject, objectsIn, textOf, type Json } from '../look/jsonObjects.ts';
import { counted, mostFrequent } from '../look/named.ts';

const MAX_TOLD = 3;
const SOUND = /^active$/i;

/** The ring page of Mimir, Loki, Tempo and Cortex, asked for JSON. */
export const RING_MEMBERS: Format = {
  id: 'ring-members', name: 'the members of a hash ring as JSON', door: null,
  match: ({ head }) => when(/^\{/.test(head) && /"shards"\s?:\s?\[/.test(head)
    && /"registered_timestamp"\s?:|"timestamp"\s?:/.test(head) && /"state"\s?:\s?"\w{4,20}"/.test(head)),
  interest: ({ text }) => {
    const members = objectsIn(text).filter((one) => textOf(one['id']) !== '' && textOf(one['state']) !== '');
    const states = members.map((one) => textOf(one['state']));
    const bad = members.filter((one) => !SOUND.test(textOf(one['state'])));
    const isUnhealthy = states.some((state) => /^unhealthy$/i.test(state));
    return members.length === 0 ? null : joined([
      `It lists ${counted(members.length, 'member')}: ${mostFrequent(states).replaceAll(' in ', ' ')}.`,
      bad.length === 0 ? null : `Not active: ${bad.slice(0, MAX_TOLD).map(memberWords).join(', ')}${
        bad.length > MAX_TOLD ? ` and ${bad.length - MAX_TOLD} more` : ''}.`,
      isUnhealthy ? 'An unhealthy member sends no heartbeat: look at its pod and log; if it is gone for good, forget '
        + 'it on the ring page.' : null,
    ]);
  },
  remedy: 'Open the log of the member that is not active.',
};

function memberWords(one: Json): string {
  const ago = /^(\d[\w.]{1,20}) ago/.exec(textOf(one['timestamp']))?.[1];
  const zone = textOf(one['zone']);
  return `${textOf(one['id'])} is ${textOf(one['state'])}${zone === '' ? '' : ` in ${zone}`}${
    ago === undefined ? '' : `, last heartbeat ${ago} ago`}`;
}

/** Returns the lists of stores of an answer by their types. */
function storesIn(text: string): { type: string; store: Json }[] {
  const [root] = objectsIn(text);
  const data = root === undefined ? undefined : root['data'];
  return !isObject(data) ? [] : Object.entries(data).flatMap(([type, stores]) => (!Array.isArray(stores) ? []
    : (stores as unknown[]).filter(isObject).map((store) => ({ type, store }))));
}

/** The stores that a querier of Thanos asks. */
export const THANOS_STORES: Format = {
  id: 'thanos-stores', name: 'the stores of a Thanos querier (/api/v1/stores)', door: null,
  match: ({ head }) => when(/^\{\s*"status"\s*:\s*"success"/.test(head) && /"lastCheck"\s*:/.test(head)
    && /"(?:labelSets|minTime)"\s*:/.test(head), { ...CERTAIN, program: 'Thanos' }),
  interest: ({ text }) => {
    const all = storesIn(text);
    const failed = all.filter(({ store }) => textOf(store['lastError']) !== '');
    const errors = failed.map(({ store }) => textOf(store['lastError']));
    const newest = Math.max(...all.map(({ store }) => Date.parse(textOf(store['lastCheck']))).filter(Number.isFinite));
    return all.length === 0 ? 'It lists no store: the querier finds none of its endpoints.' : joined([
      ...failed.slice(0, MAX_TOLD).map(({ type, store }) => `The ${type} ${textOf(store['name'])} does not answer: ${
        quoted(textOf(store['lastError']).replace(/\.$/, ''))}${lastCheck(store, newest)}.`),
      failed.length <= MAX_TOLD ? null : `${counted(failed.length - MAX_TOLD, 'more store')} failed.`,
      errors.map(meaningBeside).find((one) => one !== null) ?? null,
      failed.length === 0 ? null : 'Its series are missing in answers meanwhile, or queries fail without partial '
        + 'response.',
      `It lists ${counted(all.length, 'store')}: ${mostFrequent(all.map(({ type }) => type)).replaceAll(' in ', ' ')}${
        failed.length === 0 ? ', all without an error' : ''}.`,
    ]);
  },
  remedy: 'Open the log of the store that does not answer, and of the querier.',
};

/** Says how long before the newest check of any store this one was last seen. */
function lastCheck(store: Json, newestMs: number): string {
  const seconds = (newestMs - Date.parse(textOf(store['lastCheck']))) / 1000;
  return seconds >= 60 ? ` (last seen ${formatSeconds(seconds)} before the others)` : '';
}

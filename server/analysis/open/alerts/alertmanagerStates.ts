/** Recognizes what the API of Alertmanager says of itself: its state and its silences. Pure; bounded. */
import { joined, quoted } from '../look/factTools.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';
import { counted } from '../look/named.ts';
import { isObject, objectsIn, textOf, type Json } from '../look/jsonObjects.ts';

const MAX_TOLD = 3;
const REMEDY = 'For notifications that failed, open the log of Alertmanager.';

/** The answer of /api/v2/status. */
const STATUS: Format = {
  id: 'alertmanager-status', name: 'the answer of Alertmanager’s /api/v2/status', door: null,
  match: ({ head }) => when(/^\{/.test(head) && /"versionInfo"\s?:/.test(head) && /"cluster"\s?:\s?\{/.test(head)
    && /"uptime"\s?:\s?"/.test(head), { ...CERTAIN, program: 'Alertmanager' }),
  interest: ({ text }) => {
    const [root] = objectsIn(text);
    if (root === undefined) return null;
    const [cluster, info] = [root['cluster'], root['versionInfo']];
    const status = isObject(cluster) ? textOf(cluster['status']) : '';
    const peers = isObject(cluster) && Array.isArray(cluster['peers']) ? cluster['peers'].length : 0;
    const version = isObject(info) ? textOf(info['version']) : '';
    return joined([
      `It is Alertmanager${version === '' ? '' : ` ${version}`}, up since ${textOf(root['uptime']).slice(0, 19)}Z.`,
      status === '' ? null : status === 'disabled' ? 'It runs alone, without a cluster.'
        : `Its cluster is ${status}, with ${counted(peers, 'member')}${peers === 1 ? ', which is this one: if '
          + 'several run, they do not see each other, and each sends every notification (--cluster.peer, port 9094)'
          : ''}.`,
    ]);
  },
  remedy: REMEDY,
};

function matcherOf(one: Json): string {
  const [isRegex, isEqual] = [one['isRegex'] === true, one['isEqual'] !== false];
  const operator = isRegex ? isEqual ? '=~' : '!~' : isEqual ? '=' : '!=';
  return `${textOf(one['name'])}${operator}"${textOf(one['value'])}"`;
}

function silenceOf(one: Json): string {
  const matchers = Array.isArray(one['matchers']) ? (one['matchers'] as unknown[]).filter(isObject).map(matcherOf) : [];
  const [by, comment] = [textOf(one['createdBy']), textOf(one['comment']).trim()];
  return `{${matchers.join(', ')}}${by === '' ? '' : ` by ${by}`} until ${textOf(one['endsAt']).slice(0, 19)}Z${
    comment === '' ? '' : ` (${quoted(comment)})`}`;
}

/** The answer of /api/v2/silences, also as amtool prints it as JSON. */
const SILENCES: Format = {
  id: 'silences', name: 'the silences of Alertmanager', door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && /"matchers"\s?:\s?\[/.test(head) && /"createdBy"\s?:/.test(head)
    && /"endsAt"\s?:/.test(head), { ...CERTAIN, program: 'Alertmanager' }),
  interest: ({ text }) => {
    const all = objectsIn(text).filter((one) => Array.isArray(one['matchers']) && textOf(one['endsAt']) !== '');
    const active = all.filter((one) => isObject(one['status']) && textOf(one['status']['state']) === 'active');
    const more = active.length - MAX_TOLD;
    return all.length === 0 ? null : active.length === 0
      ? `It has ${counted(all.length, 'silence')}, none of them active.`
      : `${counted(active.length, 'silence')} ${active.length === 1 ? 'is' : 'are'} active, so that matching alerts `
        + `send no notifications: ${active.slice(0, MAX_TOLD).map(silenceOf).join('; ')}${
          more > 0 ? `; and ${more} more` : ''}.`;
  },
  remedy: REMEDY,
};

export const ALERTMANAGER_STATES: readonly Format[] = [STATUS, SILENCES];

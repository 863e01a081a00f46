/** Says whether a member of a cluster of Alertmanager that did not find its peers joined them later. Pure; bounded. */
import { firstIn } from '../../../../../../core/text/prefilter/fits.ts';
import type { Look } from '../../../look/look.ts';
import { GOSSIP_MEANING } from '../../messages/gossip.ts';
import { entriesOf, type Entry } from '../../ordinary/entries.ts';

const FAILED = /\b(?:failed to join cluster|unable to join gossip mesh)\b/;
const SETTLED = /\bgossip settled; proceeding\b/;
const MEMBERS = /^\s{0,8}alertmanager_cluster_members(?:\{[^}\n]{0,300}\})? (\d{1,6})\s*$/m;
const FAILED_PEERS = /^\s{0,8}alertmanager_cluster_failed_peers(?:\{[^}\n]{0,300}\})? (\d{1,6})\s*$/m;
const PEERS = /"peers": ?\[([^\]]{0,4000})\]/;
const READY = /"status": ?"ready"/;

const timeIn = (entry: Entry): string => (entry.moment?.text === null || entry.moment === null ? ''
  : ` at ${entry.moment.text}`);

/** Returns the members that the text shows beside the log; null without more than one. */
function joinedMembers(text: string): string | null {
  const [members, failed] = [firstIn(MEMBERS, text)?.[1], firstIn(FAILED_PEERS, text)?.[1]];
  const peers = firstIn(PEERS, text)?.[1]?.split('"address"').length ?? 1;
  const shown = [
    Number(members) > 1 ? `alertmanager_cluster_members is ${members}` : '',
    Number(members) > 1 && failed === '0' ? 'alertmanager_cluster_failed_peers 0' : '',
    peers > 2 ? `its status lists ${peers - 1} peers${READY.test(text) ? ' and is ready' : ''}` : '',
  ].filter((one) => one !== '');
  return shown.length === 0 || (failed !== undefined && failed !== '0') ? null : shown.join(', ');
}

/** Returns facts with what the text shows of the cluster after the failure. */
export function withSettledGossip(facts: string | null, look: Look): string | null {
  if (facts?.includes(GOSSIP_MEANING) !== true) return facts;
  const entries = entriesOf(look);
  const last = entries.findLastIndex(({ line }) => FAILED.test(line));
  const settled = entries.slice(last + 1).find(({ line }) => SETTLED.test(line));
  const members = joinedMembers(look.text);
  const when = settled === undefined ? '' : `the gossip settled${timeIn(settled)}`;
  if (members !== null) return facts.replace(GOSSIP_MEANING, () => 'The name of a peer had no address at that time, '
    + 'as is usual while the pods start (a headless Service has only the addresses of ready pods), and it passed: '
    + `${when === '' ? '' : `${when}, and `}${members}. There is nothing to do.`);
  return settled === undefined ? facts : facts.replace(GOSSIP_MEANING, () => `${GOSSIP_MEANING} Later ${when}, which `
    + 'it also does alone: alertmanager_cluster_members shows whether the peers joined.');
}

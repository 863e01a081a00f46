/** Facts from logs of Alertmanager: errors with their receivers, and addresses that its peers do not reach. Pure. */
import { joined } from '../../look/factTools.ts';
import type { Look } from '../../look/look.ts';
import { bridgeAddresses } from '../values/bridgeAddresses.ts';
import { withReceivers } from './failedReceivers.ts';

type Facts = (look: Look) => string | null;

/** `crashFacts`: its errors and ends. */
export function alertmanagerFacts(crashFacts: Facts): Facts {
  const ofReceivers = withReceivers(crashFacts);
  return (look) => joined([ofReceivers(look), bridgeAddresses(look)]);
}

/** Says that free memory of a node does not matter where a container reached a limit of its own. Pure. */
import { isReported } from '../../look/plainText.ts';

/** Facts on a container or control group that reached its own limit. */
const OWN_LIMIT = /\bexceeded its memory limit\b|\breached (?:the limit of|its memory limit)\b|\(OOMKilled\)/;
/** Facts on a machine that had none left. */
const OF_MACHINE = /\bbecause memory ran out\b|the memory of the (?:machine|node) ran out\b/;
/** Facts on the memory of a host or a node, with the share that is available or in use. */
const AVAILABLE = /\b(\d{1,3}) % of the memory is (?:available|free) \(/;
const NODE =
  /\b[Tt]he node \S{1,253} (?:uses most memory: \S{1,20} \((\d{1,3}) % |has the fullest memory: (\d{1,3})\b)/;
/** Share in percent of the memory of a node that must be free. */
const MIN_FREE = 10;
const OOM_KILLED = /\bOOM[- ]?[Kk]illed\b/;
const MAX_LINES = 2000;
const MAX_LINE = 2000;

const NOT_OF_NODE = 'Free memory of the node does not help here: the container reached its own limit.';
const MOSTLY = 'Mostly that is the container’s own limit, which free memory of the node does not raise.';
const UNNAMED = 'The text says that a container was killed for memory (OOMKilled): mostly that is its own limit, which '
  + 'free memory of the node does not raise; kubectl describe pod shows it (Limits, Last State).';

/** Returns whether facts state the memory of a node that is not used up. */
function hasFree(facts: string): boolean {
  const available = AVAILABLE.exec(facts)?.[1];
  if (available !== undefined) return Number(available) >= MIN_FREE;
  const node = NODE.exec(facts);
  return node !== null && Number(node[1] ?? node[2]) <= 100 - MIN_FREE;
}

/** Whether a text reports a container as OOMKilled, and not only that it may be. */
const isOomKilled = (text: string): boolean => text.split('\n', MAX_LINES).some((whole) => {
  const line = whole.slice(0, MAX_LINE);
  const at = OOM_KILLED.exec(line)?.index;
  return at !== undefined && isReported(line, at);
});

/** Adds to facts on the free memory of a node that the limit of a container is another one, if one was reached. */
export function withOwnLimit(facts: string | null, text: string): string | null {
  if (facts === null || !hasFree(facts) || OF_MACHINE.test(facts)) return facts;
  if (OWN_LIMIT.test(facts)) return `${facts} ${NOT_OF_NODE}`;
  if (OOM_KILLED.test(facts)) return `${facts} ${MOSTLY}`;
  return isOomKilled(text) ? `${UNNAMED} ${facts}` : facts;
}

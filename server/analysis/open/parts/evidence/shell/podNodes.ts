/** Tells that all pods that are not well are on one node, by the NODE column of their list. Pure; bounded. */

const MAX_CHARS = 256 * 1024;
const MAX_ROWS = 500;
const HEADER = /^(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\s+IP\s+NODE\b/m;
/** A row of `kubectl get pods -o wide`: name, ready, state, address and node. */
const ROW = new RegExp([
  /^(?:\S{1,63} {1,60})?(?<name>\S{1,253}) {1,60}(?<ready>\d{1,3})\/(?<of>\d{1,3}) {1,60}/,
  /(?<state>[A-Z]\S{2,60}) {1,60}/,
  /\d{1,7}(?: \([^()\n]{1,40}\))? {1,60}\S{1,20} {1,60}(?:[\d.:a-f]{2,45}|<none>) {1,60}(?<node>[\w.-]{1,253})(?= |$)/,
].map(({ source }) => source).join(''), 'gm');
const WELL = /^(?:Running|Completed|Succeeded)$/;

interface ListedPod { name: string; state: string; isWell: boolean; node: string }

/** Returns the pods of a list that has the nodes; none of other lists. */
function podsWithNodes(text: string): ListedPod[] {
  const from = text.slice(0, MAX_CHARS).search(HEADER);
  return from < 0 ? [] : [...text.slice(from, from + MAX_CHARS).matchAll(ROW)].slice(0, MAX_ROWS)
    .map(({ groups }): ListedPod => {
      const { name = '', ready, of, state = '', node = '' } = groups ?? {};
      return { name, state, node, isWell: WELL.test(state) && (state !== 'Running' || ready === of) };
    });
}

const REPLACED = ' A pod that stays in Terminating while its node does not answer is started elsewhere only after the '
  + 'node is back or removed, or the pod is deleted by force.';
const MIN_BAD = 2;

/** Returns the one node of all pods that are not well, if pods on other nodes are; else null. */
export function badNode(text: string): string | null {
  const pods = podsWithNodes(text);
  const bad = pods.filter(({ isWell }) => !isWell);
  const [first] = bad;
  if (first === undefined || bad.length < MIN_BAD || bad.some(({ node }) => node !== first.node)) return null;
  const well = pods.filter(({ isWell }) => isWell);
  if (well.length === 0 || well.some(({ node }) => node === first.node)) return null;
  const who = bad.length === MIN_BAD ? bad.map(({ name }) => name).join(' and ')
    : `All ${bad.length} pods that are not well`;
  const isStuck = bad.some(({ state }) => /^(?:Terminating|Unknown)$/.test(state));
  return `${who} are on the node ${first.node}, and the pods on other nodes are well, so look at that node first `
    + `(kubectl describe node ${first.node}).${isStuck ? REPLACED : ''}`;
}

/** Reports which objects of Kubernetes a program, such as Prometheus, may not list, each once. Pure and bounded. */
import { mayMatch } from '../../../../../core/text/prefilter/fits.ts';
import type { Look } from '../../look/look.ts';
import { timedLines } from '../../look/factTools.ts';
import { momentOf, timesOf, type Moment } from '../said/lines/moments.ts';

const REFUSED = new RegExp([
  /[Ff]ailed to (?:list|watch) \S{1,60}: .{0,200}?is forbidden: User \\?"([^"\\\s]{1,200})\\?" cannot (?:list|watch) /,
  /(?:resource )?\\?"?([a-z][a-z.]{1,60})\\?"?(?: in API group \\?"([\w.-]{0,100})\\?")?/,
  /(?: in the namespace \\?"([\w.-]{1,63})\\?"| (at the cluster scope))?/,
].map(({ source }) => source).join(''));
const ACCOUNT = /^system:serviceaccount:([\w.-]{1,63}):([\w.-]{1,253})$/;
const MAX_LINE = 1500;
const MAX_NAMED = 6;

interface Refusal { user: string; resource: string; namespace: string | null; isOfCluster: boolean }

function refusalOf(line: string): Refusal | null {
  const [, user, resource, group = '', namespace, cluster] = REFUSED.exec(line.slice(0, MAX_LINE)) ?? [];
  return user === undefined || resource === undefined ? null : {
    user, namespace: namespace ?? null, isOfCluster: cluster !== undefined,
    resource: group === '' ? resource : `${resource}.${group}`,
  };
}

/** The error of a refusal; the warning before it says the same. */
const ERROR = /\bFailed to (?:list|watch) /;
interface Line { refusal: Refusal; moment: Moment | null; isError: boolean }

/** Returns the namespaces in which the same resources are refused as in that of the first line. */
function alikeNamespaces(lines: readonly Line[], first: Refusal): string[] {
  const resources = new Map<string, Set<string>>();
  for (const { refusal: { namespace, resource } } of lines)
    if (namespace !== null) resources.set(namespace, (resources.get(namespace) ?? new Set<string>()).add(resource));
  const own = resources.get(first.namespace ?? '') ?? new Set<string>();
  return [...resources].filter(([, one]) => one.size === own.size && [...one].every((name) => own.has(name)))
    .map(([namespace]) => namespace);
}

/** Returns the sentence on the refusals of one account in one scope, and the log without them; null without any. */
export function refusedLists(look: Look): { fact: string; rest: Look } | null {
  const all = !mayMatch(REFUSED, look.bare) ? [] : timedLines(look).flatMap(({ line, stamp }): Line[] => {
    const refusal = refusalOf(line);
    return refusal === null ? [] : [{ refusal, moment: momentOf(line, stamp), isError: ERROR.test(line) }];
  });
  const [first] = all;
  if (first === undefined) return null;
  const { user, namespace, isOfCluster } = first.refusal;
  const namespaces = namespace === null ? []
    : alikeNamespaces(all.filter(({ refusal }) => refusal.user === user && !refusal.isOfCluster), first.refusal);
  const isOwn = (one: Refusal | null): boolean => one !== null && one.user === user && one.isOfCluster === isOfCluster
    && (one.namespace === namespace || (one.namespace !== null && namespaces.includes(one.namespace)));
  const both = all.filter(({ refusal }) => isOwn(refusal));
  const own = both.some(({ isError }) => isError) ? both.filter(({ isError }) => isError) : both;
  const names = [...new Set(own.map(({ refusal }) => refusal.resource))];
  const isKept = look.lines.map((line) => !isOwn(refusalOf(line)));
  const isSeveral = namespaces.length > 1;
  const where = isSeveral ? ` in each of the namespaces ${listed(namespaces)}`
    : namespace !== null ? ` in the namespace ${namespace}` : isOfCluster ? ' in the whole cluster' : '';
  const kind = isOfCluster ? 'a ClusterRole with list and watch on them, and a ClusterRoleBinding'
    : `a Role or ClusterRole with list and watch on them, and a binding${isSeveral ? ' in each' : ''}`;
  const check = `kubectl auth can-i list ${names[0] ?? ''} --as=${user}${namespace === null ? '' : ` -n ${namespace}`}`;
  return {
    fact: `Kubernetes (RBAC) does not let ${whoOf(user)} list ${listed(names)}${where} (${own.length} ${
      own.length === 1 ? 'line' : 'lines'}${timesOf(own.map(({ moment }) => moment))}), so it does not see them: give `
      + `it ${kind}; then check with ${check}.`,
    rest: {
      ...look, lines: look.lines.filter((_, i) => isKept[i]), stamps: look.stamps.filter((_, i) => isKept[i]),
      cuts: look.cuts.filter((_, i) => isKept[i]),
    },
  };
}

function whoOf(user: string): string {
  const [, namespace, account] = ACCOUNT.exec(user) ?? [];
  return account === undefined ? `the user "${user}"` : `the service account ${account} of the namespace ${namespace}`;
}

function listed(names: readonly string[]): string {
  const told = names.slice(0, MAX_NAMED);
  const more = names.length - told.length;
  if (more > 0) return `${told.join(', ')} and ${more} more`;
  return told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.at(-1) ?? ''}`;
}

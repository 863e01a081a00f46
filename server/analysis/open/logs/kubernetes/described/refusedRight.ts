/** Reads how the API of Kubernetes refuses a request for want of rights: who may not do what, and where. Pure. */

const REFUSAL = new RegExp(
  /User "([^"\s]{1,200})" cannot ([a-z]{2,20}) (?:resource )?"?([a-z][\w.-]{0,120}(?:\/[\w.*-]{1,120})?)"?/.source
    + /(?: in API group "([\w.-]{0,120})")?(?: in (?:the )?namespace "([\w.-]{1,63})"| (at the cluster scope))?/.source
);
const ACCOUNT = /^system:serviceaccount:([\w.-]{1,63}):([\w.-]{1,253})$/;

/** Splits `pods.custom.metrics.k8s.io/x`, as Kubernetes before 1.14 names a resource with its group. */
function partsOf(written: string, stated: string | undefined): { resource: string; group: string } {
  const [, plain = written, group = '', below = ''] =
    /^([a-z]{1,60})\.([\w.-]{1,120}?)(\/.{1,120})?$/.exec(written) ?? [];
  return stated !== undefined || group === '' ? { resource: written, group: stated ?? '' }
    : { resource: `${plain}${below}`, group };
}

/** Returns who lacks which right, and how to give it; null if the text is no such refusal. */
export function refusedRight(message: string): string | null {
  const [, user, verb, written, stated, namespace, cluster] = REFUSAL.exec(message) ?? [];
  if (user === undefined || verb === undefined || written === undefined) return null;
  const { resource, group } = partsOf(written, stated);
  const [, home, account] = ACCOUNT.exec(user) ?? [];
  const who = account === undefined ? `the user "${user}"` : `the service account ${account} of the namespace ${home}`;
  const of = group === '' ? '' : ` of the API group ${group}`;
  const where = namespace !== undefined ? ` in the namespace ${namespace}` : cluster === undefined ? ''
    : ' in the whole cluster';
  const kind = cluster === undefined ? 'a Role or ClusterRole' : 'a ClusterRole';
  return `Kubernetes (RBAC) does not let ${who} ${verb} ${resource}${of}${where}: give it ${kind} with that verb and `
    + `resource, and a binding, then check with kubectl auth can-i --list --as ${user}${
      namespace === undefined ? '' : ` -n ${namespace}`}.`;
}

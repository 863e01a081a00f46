/** Finds which pod the lines of a text are about: by the descriptions, commands and headings above them. Pure. */

const DESCRIBED = /^Name:\s{1,40}(\S{1,253})\s{0,20}$/;
const COMMAND = new RegExp(
  /\b(?:kubectl|oc|k3s|microk8s)\b.{0,80}?\b(?:describe|logs?|events?)\b(?:\s{1,4}\S{1,80}){0,6}?\s{1,4}/.source
    + /(?:pods?|po)[ /]([A-Za-z0-9][\w.*]{0,200}-[\w.*-]{1,200})/.source
);
/** A pod alone in a heading, in bold or before a colon, with its namespace or without. */
const ALONE = new RegExp(
  /^(?:#{1,6}\s{1,3}|\*\*|__)?[`*]{0,4}([Pp]od[ :/]{1,2})?[`*]{0,2}(?:([\w-]{1,63})\/)?/.source
    + /([A-Za-z0-9][\w.*-]{1,252}?)[`*_:]{0,6}\s{0,20}$/.source
);
const HEADING = /^#{1,6}\s/;
/** Headings within the account of one pod. */
const OF_A_POD = /^#{1,6}\s{1,3}\W{0,4}(?:events?|logs?|details?|describe|status|conditions?|containers?)\b/i;
/** The end of a name that a StatefulSet, a ReplicaSet or a Job gives. */
const POD_END = /-(?:\d{1,4}|(?=[a-z]{0,9}\d)[a-z\d]{4,10}|[a-z\d]{8,10}-[a-z\d]{5})$/;
const MAX_LINE = 400;

/** Returns the pod that the lines below this one are about; `""` for none. `before`: that of the lines above. */
export function subjectAfter(whole: string, before: string): string {
  const line = whole.slice(0, MAX_LINE);
  const named = DESCRIBED.exec(line)?.[1] ?? COMMAND.exec(line)?.[1];
  if (named !== undefined) return named;
  const isMarked = /^[#*_`]/.test(line) || line.trimEnd().endsWith(':');
  const [, pod, namespace, name] = isMarked ? ALONE.exec(line) ?? [] : [];
  if (name !== undefined && ((pod ?? namespace) !== undefined || POD_END.test(name))) return name;
  return HEADING.test(line) && !OF_A_POD.test(line) ? '' : before;
}

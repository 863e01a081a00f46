/** Says why Prometheus could not write queries.active, by the error and by how its data folder is mounted. Pure. */
import type { Look } from '../../../look/look.ts';

const DENIED = /\bqueries\.active"?: permission denied/;
const FULL = /\bqueries\.active"?: no space left on device/;
const READ_ONLY = /\bqueries\.active"?: read-only file system/;
/** The meanings of the two messages, of which the step behind the colon is for any reason. */
const MEANING = new RegExp(String.raw`(Prometheus (?:ends at its start, because it cannot create|cannot open) the file `
  + String.raw`queries\.active in its data folder): [^\n]{1,300}?\.(?= [A-Z]|$)`, 'g');
const PATH = /\bfile="?(\/[^\s"]{1,300})\/queries\.active|\bopen (\/[^\s":]{1,300})\/queries\.active/;
/** A folder of the host in a compose file or behind -v; a named volume has no slash. */
const MOUNT = /(?:^|[\s"'=])((?:\.{1,2}|~|\$\{?\w{1,40}\}?)?\/[^\s"':]{0,300}):(\/[^\s"':]{1,300})/g;
const IMAGE = /(?<![\w./-])(?:docker\.io\/|quay\.io\/)?(?:prom|prometheus)\/prometheus(?![\w./-])/;
const KUBERNETES = /\bkubectl\b|\bkind: \w|\bsecurityContext\b|\bfsGroup\b|\bnamespace\b|\bhelm\b|\bpods?\b/i;
/** The user of the official image. */
const NOBODY = '65534';
const MAX_CHARS = 64 * 1024;

/** Returns the facts with the step that fits the error of that file; `facts` as they are without such an error. */
export function withQueryLog(facts: string | null, { text }: Look): string | null {
  if (facts === null || !facts.includes('queries.active')) return facts;
  const head = text.slice(0, MAX_CHARS);
  const step = DENIED.test(head) ? deniedStep(head)
    : FULL.test(head) ? 'its disk is full, so free space there (df, df -i) and start it again'
      : READ_ONLY.test(head) ? 'nothing there may be written, so mount a writable volume there, or look at dmesg'
        : null;
  if (step === null) return facts;
  let isTold = false;
  return facts.replace(MEANING, (_, means: string) => {
    const end = isTold ? '' : `: ${step}`;
    isTold = true;
    return `${means}${end}.`;
  });
}

function deniedStep(text: string): string {
  const folder = PATH.exec(text)?.slice(1).find((path) => path !== undefined) ?? null;
  const host = folder === null ? undefined
    : [...text.matchAll(MOUNT)].find(([, , inside]) => inside?.replace(/\/$/, '') === folder)?.[1];
  const how = IMAGE.test(text) ? ` (the image runs as ${NOBODY}: chown -R ${NOBODY}:${NOBODY} ${host ?? ''})` : '';
  if (host !== undefined)
    return `its user may not write there, so give ${host} of the host to the user of the container${how}, or use a `
      + 'named volume';
  return KUBERNETES.test(text)
    ? 'its user may not write there, so set fsGroup (or runAsUser) of the pod to a group that owns the volume'
    : `its user may not write there, so look at the owner and mode of ${folder ?? 'that folder'}${
      IMAGE.test(text) ? `; the image runs as ${NOBODY}` : ''}`;
}

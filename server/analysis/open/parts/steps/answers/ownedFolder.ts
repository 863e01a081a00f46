/** Says who may write the data folder by a listing of it, and whether the pod sets a group for it. Pure; bounded. */
import type { Answer } from './answer.ts';

/** A row of ls -l: mode, owner, group and name. */
const ROW = new RegExp(/^([-d][rwxsStT-]{9})[.+@]?[ \t]{1,20}\d{1,6}[ \t]{1,20}(\S{1,60})[ \t]{1,20}/.source
  + /(\S{1,60})[ \t][^\n]{1,80}[ \t](\S{1,200})$/.source);
const FOLDER = /^(\/\S{1,300}):$/;
const ROOT = /^(?:0|root)$/;
/** The answer of kubectl to a path of the pod. */
const NO_CONTEXT = /jsonpath=["']\{\.spec\.securityContext\}["']?[^\n]{0,40}\n\s{0,4}\{\}\s{0,4}$/m;
const OF_OPERATOR = /^kind: Prometheus$|monitoring\.coreos\.com|\bPrometheus Operator\b/m;
/** Whether others than the owner and the group may write. */
const isClosed = (mode: string): boolean => mode[8] !== 'w';

interface Row { folder: string; mode: string; owner: string; group: string; name: string }

function rowsOf(text: string): Row[] {
  let folder = '';
  return text.split('\n').flatMap((line) => {
    folder = FOLDER.exec(line)?.[1] ?? folder;
    const [, mode, owner = '', group = '', name = ''] = ROW.exec(line.slice(0, 500)) ?? [];
    return mode === undefined ? [] : [{ folder, mode, owner, group, name }];
  });
}

/** Returns the folder with queries.active as a listing shows it, if only root may write it; else null. */
function rootsFolder(text: string): string | null {
  const rows = rowsOf(text);
  const file = rows.find(({ name }) => name === 'queries.active');
  if (file === undefined) return null;
  const last = file.folder.split('/').at(-1) ?? '';
  const own = rows.find(({ mode, name, folder }) => mode.startsWith('d')
    && (name === '.' ? folder === file.folder : last !== '' && name === last && `${folder}/${name}` === file.folder));
  return own === undefined || !ROOT.test(own.owner) || !ROOT.test(own.group) || !isClosed(own.mode) ? null
    : `the folder ${own.name === '.' ? file.folder : own.name} is of ${own.owner}:${own.group} with ${own.mode}`;
}

function answer(text: string): string | null {
  const folder = rootsFolder(text);
  const isBare = NO_CONTEXT.test(text);
  if (folder === null && !isBare) return null;
  const shown = [
    folder === null ? null : `${folder}, so to delete the file does not help`,
    isBare ? 'the securityContext of the pod is empty, so no fsGroup gives the volume to its group' : null,
  ].filter((one) => one !== null).join('; ');
  const step = isBare && OF_OPERATOR.test(text)
    ? 'Set spec.securityContext of the Prometheus object (fsGroup: 2000, runAsNonRoot: true, runAsUser: 1000), or give '
      + 'the folder to the user of the container once (chown -R).'
    : isBare ? 'Set fsGroup (and runAsUser) in the securityContext of the pod, or give the folder to its user (chown '
      + '-R).' : 'Give the folder to the user of the process (chown -R).';
  return `its user may not write there. In the text, ${shown}. ${step}`;
}

const STEP = new RegExp([
  String.raw`its user may not write there, so (?:set fsGroup \(or runAsUser\) of the pod to a group that owns the `,
  String.raw`volume|look at the owner and mode of [^.;\n]{1,300}?(?:; the image runs as \d{1,9})?)\.`,
].join(''));

export const FOLDER_ANSWERS: readonly Answer[] = [[STEP, answer]];

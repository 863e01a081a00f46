/** Reports the messages of Kubernetes on one volume together: the failed attach, and what waits for it. Pure. */
import { ends } from '../../look/factTools.ts';
import { meaningBeside } from '../said/meanings.ts';

const ATTACH = /AttachVolume\.Attach failed for volume ["']([^"'\n]{1,253})["'] ?: ?([^\n]{1,400})/i;
const MOUNT = /MountVolume\.(?:SetUp|MountDevice) failed for volume|Multi-Attach error for volume/i;
/** Lists the volumes that wait; those behind "unattached volumes=" are only all of the pod. */
const UNMOUNTED = /\bUnable to (?:attach or )?mount volumes\b[^\n]{0,300}?\bunmounted volumes=\[([^\]\n]{1,400})\]/i;
const TIMED_OUT = 'timed out waiting for the condition';
const MAX_NAMED = 3;
const KUBERNETES = 'Kubernetes';
/** Known messages of a volume that is not attached. */
const OF_ATTACH: readonly string[] = [
  'attachvolume.attach failed for volume', 'attachdetachment timeout for volume', 'attachment timeout for volume',
  'timed out waiting for external-attacher of',
];
const OF_WAIT = 'unable to attach or mount volumes';

interface VolumeWait {
  sentence: string;
  program: string;
  /** Whether another message of the text says why the volume is missing. */
  isAfter: boolean;
  /** Known messages that the sentence tells. */
  said: ReadonlySet<string>;
}

/** Returns one sentence on the volumes that a pod waits for; null without their names or a failed attach. */
export function volumeWaits(text: string): VolumeWait | null {
  const [, volume, cause = ''] = ATTACH.exec(text) ?? [];
  const names = UNMOUNTED.exec(text)?.[1]?.split(/[\s,]{1,3}/).filter((name) => name !== '') ?? [];
  if (volume === undefined && names.length === 0) return null;
  const listed = `${names.length === 1 ? 'volume' : 'volumes'} ${names.slice(0, MAX_NAMED).join(', ')}${
    names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''}`;
  const said = new Set([...names.length === 0 ? [] : [OF_WAIT], ...isOfVolumes(text) ? [TIMED_OUT] : []]);
  if (volume !== undefined) {
    const quote = ends(`AttachVolume.Attach failed for volume '${volume}': ${cause.trim().replaceAll('"', '\'')}`);
    const meaning = meaningBeside(cause);
    const waits = names.length === 0 ? ', and the pod does not start'
      : `, so the pod does not start: it waits for its ${listed}`;
    return {
      sentence: `It has the error "${quote}" of Kubernetes. The volume ${volume} was not attached to the node of the `
        + `pod${waits}.${meaning === null ? '' : ` ${meaning}`}`,
      program: KUBERNETES, isAfter: false, said: new Set([...said, ...OF_ATTACH]),
    };
  }
  if (MOUNT.test(text)) return {
    sentence: `The pod waits for its ${listed}, as the line "Unable to attach or mount volumes" says.`,
    program: KUBERNETES, isAfter: true, said,
  };
  return {
    sentence: `It has the error "Unable to attach or mount volumes" of Kubernetes. The ${listed} of the pod ${
      names.length === 1 ? 'was' : 'were'} not attached or mounted in time, and the pod does not start: see its events `
      + 'FailedAttachVolume and FailedMount (kubectl describe pod), and kubectl get volumeattachments.',
    program: KUBERNETES, isAfter: false, said,
  };
}

/** Whether each timeout of the text is the end of a line on volumes that wait. */
function isOfVolumes(text: string): boolean {
  const lines = text.toLowerCase().split('\n').filter((line) => line.includes(TIMED_OUT));
  return lines.length > 0 && lines.every((line) => line.includes('unmounted volumes=['));
}

/** Joins a Multi-Attach error with the lists of volume attachments and nodes beside it, by the volume. Pure. */
import { counted } from '../../../../../../core/text/format.ts';
import { allIn } from '../../../../../../core/text/prefilter/fits.ts';

/** The fields of an event that are read. */
interface AttachEvent {
  reason: string; message: string; times: number; span: string | null; age: string; pod: string;
}

const MULTI = /^Multi-Attach error for volume "([^"\n]{1,253})"/;
const FAILED = /^(?:FailedMount|FailedAttachVolume)$/;
const WAITS = /^Unable to (?:attach or )?mount volumes\b/;
/** A row of `kubectl get volumeattachments`: its name, driver, volume, node, whether it is attached, and its age. */
const ATTACHMENT = new RegExp(
  /^(\S{1,253})[ \t]{1,200}[\w./-]{1,253}[ \t]{1,200}(\S{1,253})[ \t]{1,200}(\S{1,253})[ \t]{1,200}true/.source
    + /[ \t]{1,200}(\w{1,20})[ \t\r]*$/.source, 'gm'
);
/** A row of `kubectl get nodes`. */
const NODE = new RegExp(
  /^(\S{1,253})[ \t]{1,200}((?:Not)?Ready\S{0,40})[ \t]{1,200}\S{1,200}[ \t]{1,200}\w{1,12}/.source
    + /[ \t]{1,200}(v\d\S{1,40})/.source, 'gm'
);
/** The node of a described pod. */
const OWN_NODE = /^Node:[ \t]{1,40}([\w.-]{1,253})\//m;

/** The sentence on the tables together, and the events that it covers. */
export interface AttachedElsewhere<Event> { said: string; told: ReadonlySet<Event> }

/** Returns which node still has the volume of a pod, its state and the step; null unless the text lists both. */
export function attachedElsewhere<Event extends AttachEvent>(
  events: readonly Event[], text: string
): AttachedElsewhere<Event> | null {
  for (const event of events) {
    const volume = MULTI.exec(event.message)?.[1];
    if (volume === undefined) continue;
    const own = OWN_NODE.exec(text)?.[1];
    const [attachment = '', , node, age = ''] = allIn(ATTACHMENT, text)
      .find(([, , of, at]) => of === volume && at !== own)?.slice(1) ?? [];
    if (node === undefined) continue;
    const ofPod = events.filter(({ reason, pod }) => pod === event.pod && FAILED.test(reason));
    const waits = ofPod.filter(({ message }) => WAITS.test(message)).reduce((sum, { times }) => sum + times, 0);
    const who = event.pod === '' ? 'A pod' : `The pod ${event.pod}`;
    const since = event.span ?? event.age;
    const follow = waits === 0 ? '' : ` Its ${counted(waits, 'timeout')} of FailedMount ${
      waits === 1 ? 'follows' : 'follow'} from that.`;
    const where = `${own === undefined ? '' : ` on ${own}`}${since === '' ? '' : ` for ${since}`}`;
    const said = `${who} cannot start${where}: its volume ${volume} is `
      + `still attached to the node ${node} (${attachment}, ${age}).${follow}${stateOf(node, text)}`;
    return { said, told: new Set(ofPod.filter(({ message }) => WAITS.test(message) || message.includes(volume))) };
  }
  return null;
}

/** Returns the state of the node that has the volume, as its list says it, with the step. */
function stateOf(node: string, text: string): string {
  const [, , state, version = ''] = allIn(NODE, text).find(([, name]) => name === node) ?? [];
  if (state === undefined)
    return ` See whether ${node} is Ready (kubectl get node ${node}): its kubelet has to detach the volume.`;
  return state.startsWith('Not') ? ` The node ${node} (${version}) is ${state}. Nothing unmounts the volume there, so `
    + `Kubernetes does not detach it. Bring ${node} back; or make sure that it is off, and only then give it the taint `
    + 'node.kubernetes.io/out-of-service=nodeshutdown:NoExecute (from 1.24), or delete its pods with --force and the '
    + 'VolumeAttachment: a volume that two nodes write is damaged.'
    : ` The node ${node} (${version}) is ${state}: see which pod there still uses the volume (kubectl get pods -A `
      + `--field-selector spec.nodeName=${node}), then the log of the CSI driver.`;
}

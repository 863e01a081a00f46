import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const POD = [
  'Name:             store-0', 'Namespace:        obs', 'Node:             n3/10.0.0.3', 'Status:           Pending',
  'Containers:', '  store:', '    Image:         example/store:1.2.3', '    State:          Waiting',
  '      Reason:       ContainerCreating', '    Ready:          False', '    Restart Count:  0', 'Events:',
  '  Type     Reason              Age               From                     Message',
  '  ----     ------              ----              ----                     -------',
  '  Warning  FailedAttachVolume  12m               attachdetach-controller  Multi-Attach error for volume "pvc-aa11" '
    + 'Volume is already exclusively attached to one node and can\'t be attached to another',
  '  Warning  FailedMount         58s (x4 over 10m) kubelet                  Unable to attach or mount volumes: '
    + 'unmounted volumes=[data], unattached volumes=[data]: timed out waiting for the condition',
].join('\n');
const ATTACHMENTS = [
  '$ kubectl get volumeattachments', 'NAME      ATTACHER          PV         NODE   ATTACHED   AGE',
  'csi-0001  ebs.csi.aws.com   pvc-bb22   n1     true       9d',
  'csi-0002  ebs.csi.aws.com   pvc-aa11   n2     true       9d',
].join('\n');
const nodes = (state: string): string => [
  '$ kubectl get nodes', 'NAME   STATUS     ROLES    AGE   VERSION', 'n1     Ready      <none>   90d   v1.27.4',
  `n2     ${state}   <none>   90d   v1.27.4`, 'n3     Ready      <none>   90d   v1.27.4',
].join('\n');
const said = (...parts: readonly string[]): string =>
  recognize(new TextEncoder().encode(`${parts.join('\n\n')}\n`)).interest ?? '';

it('a volume, its attachment and the state of that node are one matter', () => {
  const facts = said(POD, nodes('NotReady'), ATTACHMENTS);
  expect(facts).toMatch(/^The pod store-0 cannot start on n3 for 12m: its volume pvc-aa11 is still attached to /);
  expect(facts).toContain('to the node n2 (csi-0002, 9d). Its 4 timeouts of FailedMount follow from that. The node n2 '
    + '(v1.27.4) is NotReady. Nothing unmounts the volume');
  expect(facts).toContain('make sure that it is off, and only then');
  expect(facts).not.toContain('not ready or not schedulable');
  expect(facts).not.toContain('could not be mounted');
  expect(facts).not.toContain('see kubectl get volumeattachments');
  expect(facts.split('is NotReady')).toHaveLength(2);
});

it('a node that is ready, and one whose state is not listed, have another step', () => {
  expect(said(POD, nodes('Ready'), ATTACHMENTS)).toContain('is Ready: see which pod there still uses the volume');
  expect(said(POD, ATTACHMENTS)).toContain('See whether n2 is Ready (kubectl get node n2)');
});

it('attachments of other volumes, or to the own node, say nothing', () => {
  expect(said(POD, nodes('NotReady'), ATTACHMENTS.replace('pvc-aa11', 'pvc-cc33'))).toContain('could not be mounted');
  expect(said(POD, nodes('NotReady'), ATTACHMENTS.replace('n2 ', 'n3 '))).toContain('could not be mounted');
});

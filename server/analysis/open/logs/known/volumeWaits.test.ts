/** Tests that the messages on one volume of Kubernetes are reported as one matter, with its cause and its step. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { volumeWaits } from './volumeWaits.ts';

const WAITS = 'Unable to attach or mount volumes: unmounted volumes=[data-db], unattached volumes=[config data-db '
  + 'token-x7]: timed out waiting for the condition';
const ATTACH = 'AttachVolume.Attach failed for volume "pvc-11aa" : attachdetachment timeout for volume vol-22bb';
const told = (...lines: string[]): string => recognize(new TextEncoder().encode(
  ['After the pod was made again:', '```', ...lines, '```', ''].join('\n')
)).interest ?? '';

it('the failed attach is the cause, and names what waits', () => {
  const facts = told(WAITS, ATTACH);
  expect(facts).toContain('The volume pvc-11aa was not attached to the node of the pod, so the pod does not start: it '
    + 'waits for its volume data-db.');
  expect(facts).toContain('kubectl get volumeattachments');
  expect(facts).not.toMatch(/config|token-x7|did not become ready|cannot be mounted/);
});

it('without a cause, the events that have it are the next step', () => {
  const facts = told(WAITS.replace('data-db]', 'data-db logs]'));
  expect(facts).toContain('The volumes data-db, logs of the pod were not attached or mounted in time');
  expect(facts).toContain('FailedAttachVolume');
});

it('a failed mount in the same text is the cause', () => {
  const facts = told(WAITS, 'MountVolume.SetUp failed for volume "pvc-11aa" : mount failed: exit status 32');
  expect(facts).toMatch(/MountVolume\.SetUp failed .*The pod waits for its volume data-db, as the line/);
});

it('a timeout of something else is reported by itself', () => {
  expect(volumeWaits(`${WAITS}\nerror: timed out waiting for the condition on pods/a`)?.said
    .has('timed out waiting for the condition')).toBe(false);
  expect(volumeWaits('error: timed out waiting for the condition on pods/a')).toBeNull();
});

import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { kubeletKills, withoutElsewhere } from './kubeletKills.ts';

const at = (clock: string, rest: string, level = 'I'): string => `${level}0203 ${clock}    900 a.go:1] ${rest}`;
const failed = (clock: string, answer = 'HTTP probe failed with statuscode: 503'): string =>
  at(clock, `Liveness probe for "db-0_data(1a2b):db" failed (failure): ${answer}`);
const killed = (clock: string, id: string): string =>
  at(clock, `Killing container "docker://${id}" with 20 second grace period`);
const died = (clock: string, id: string): string => at(clock, 'SyncLoop (PLEG): "db-0_data(1a2b)", event: '
  + `&pleg.PodLifecycleEvent{ID:"1a2b", Type:"ContainerDied", Data:"${id}"}`);
const [A, B] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const LOOP = [
  failed('03:00:00.1'), failed('03:00:10.1'), killed('03:00:10.5', A), died('03:00:30.7', A),
  failed('03:01:00.1'), failed('03:01:10.1'), killed('03:01:10.5', B), died('03:01:30.8', B),
];

it('tells the probe that ended a container, and that its grace period was over', () => {
  const facts = kubeletKills(LOOP) ?? '';
  expect(facts).toContain('The kubelet killed the container db of data/db-0 2 times because its liveness probe failed '
    + '(HTTP probe failed with statuscode: 503; 2 failures before each).');
  expect(facts).toContain('It ended 20.2 s to 20.3 s later, after its grace period of 20 s');
  expect(facts).toContain('give it a startup probe');
});

it('in the words of newer versions, within the grace period, with another answer', () => {
  const facts = kubeletKills([
    at('23:59:55.0', '"Probe failed" probeType="Startup" pod="data/db-0" podUID=1a2b containerName="db" '
      + 'probeResult="failure" output="Get \\"http://192.0.2.1/ready\\": context deadline exceeded"'),
    at('23:59:58.0', `"Killing container with a grace period" pod="data/db-0" containerID="containerd://${A}" `
      + 'gracePeriod=30'),
    at('00:00:03.0', `"SyncLoop (PLEG): event for pod" pod="data/db-0" event={"Type":"ContainerDied","Data":"${A}"}`),
  ]) ?? '';
  expect(facts).toContain('because its startup probe failed (Get ');
  expect(facts).toContain('It ended 5 s later, within its grace period of 30 s.');
  expect(facts).toContain('Its own log says why it did not answer');
});

it.each([
  ['no kill', [failed('03:00:00.1')]], ['a kill without a probe', [killed('03:00:00.1', A), died('03:00:09.1', A)]],
  ['a kill much later', [failed('03:00:00.1'), killed('03:09:00.1', A)]],
])('nothing is said of %s', (_, lines) => { expect(kubeletKills(lines)).toBeNull(); });

it('the log of the container is no longer the place to look', () => {
  const loop = at('03:01:31.0', 'Error syncing pod 1a2b ("db-0_data(1a2b)"), skipping: failed to "StartContainer" for '
    + '"db" with CrashLoopBackOff: "Back-off 10s restarting failed container=db pod=db-0_data(1a2b)"', 'E');
  const { interest } = recognize(new TextEncoder().encode([...LOOP, loop].join('\n')));
  expect(interest).toContain('is in a crash loop');
  expect(interest).not.toContain('its own log: kubectl logs');
  expect(interest).not.toContain('its log says why');
  expect(withoutElsewhere('Why it ends is in its own log: kubectl logs POD.')).toContain('its own log');
});

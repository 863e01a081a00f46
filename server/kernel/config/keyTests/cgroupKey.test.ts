import { expect, it, test } from 'vitest';
import { parseConfigText } from '../configFile.ts';

const read = (more: string) => parseConfigText('f.yml', `targets:\n- {url: "http://a:1", ${more}}\n`).targets;

it('names the control group of a target', () => {
  expect(read('cgroup: /system.slice/prometheus.service')).toMatchObject([{
    cgroup: '/system.slice/prometheus.service',
  }]);
});

test.each([
  ['system.slice', 'must be a path as in /proc/PID/cgroup'], ['/a/../b', 'must be a path as in /proc/PID/cgroup'],
  ['/a, container: {pod: x}', 'cannot be combined with container'],
])('refuses %s', (text, why) => {
  expect(() => read(`cgroup: ${text}`)).toThrow(why);
});

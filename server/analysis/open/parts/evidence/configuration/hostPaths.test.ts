/** Tests where a path of the host is in a container. */
import { expect, it } from 'vitest';
import { hostPath } from './hostPaths.ts';

const FACTS = 'The cause given is "open /var/lib/prom/text: no such file or directory".';

it.each([
  ['docker run -v /:/host:ro,rslave img', '/ of the host is at /host', '/host/var/lib/prom/text'],
  ['`--volume=/var/lib/prom:/data`', '/var/lib/prom of the host is at /data', '/data/text'],
  ['volumes:\n  - /var/lib:/lib:ro\n', '/var/lib of the host is at /lib', '/lib/prom/text'],
  ['--mount type=bind,source=/var,target=/v x', '/var of the host is at /v', '/v/lib/prom/text'],
  ['node_exporter --path.rootfs=/rootfs --web.x', '/ of the host is at /rootfs', '/rootfs/var/lib/prom/text'],
])('%s', (text, place, inside) => {
  expect(hostPath(FACTS, text)).toBe(`By the text, ${place} in the container. If /var/lib/prom/text is a path of the `
    + `host, it is ${inside} there: set that path, or mount the folder at the same path.`);
});

it.each([
  ['no mount', FACTS, 'docker run img'],
  ['a mount at the path itself', FACTS, '-v /:/host -v /srv/text:/var/lib/prom/text'],
  ['the same path on both sides', FACTS, '-v /var/lib:/var/lib'],
  ['another folder', FACTS, '-v /etc:/etc2'],
  ['a path of the container', 'open /proc/1/stat: no such file or directory', '-v /:/host'],
  ['another error', 'open /var/lib/prom/text: permission denied', '-v /:/host'],
])('is not told for %s', (_, facts, text) => { expect(hostPath(facts, text)).toBeNull(); });

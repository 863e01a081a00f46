/** Tests what is told beside a container that exceeded its memory limit. */
import { expect, it } from 'vitest';
import { oomLimit } from './oomLimit.ts';

const FACTS = 'The container was killed because it exceeded its memory limit (OOMKilled).';

it.each([
  ['{"limits":{"memory":"22Gi"},"requests":{"memory":"20Gi"}}', '22Gi'],
  ['{"limits": {"cpu": "4", "memory": "512Mi"}}', '512Mi'],
  ['    limits:\n      cpu:     2\n      memory:  6Gi\n    requests:\n      memory:  3Gi\n', '6Gi'],
  ['resources:\n  limits:\n    memory: 4Gi\n', '4Gi'],
])('%j', (text, limit) => { expect(oomLimit(FACTS, text)).toBe(`In the text, the memory limit is ${limit}.`); });

it('refused samples are named as what does not fill the memory', () => {
  const facts = `${FACTS} The warning "Error on ingesting out-of-order samples" occurs 9 times.`;
  expect(oomLimit(facts, 'msg="TSDB started"'))
    .toMatch(/^The refused samples do not fill the memory, because they are not stored: see how many series /);
});

it.each([
  ['two limits', FACTS, 'limits:\n  memory: 4Gi\nlimits:\n  memory: 1Gi\n'],
  ['several containers', FACTS, 'image: a\nlimits:\n  memory: 4Gi\nimage: b\n'],
  ['requests only', FACTS, 'requests:\n  memory: 4Gi\n'],
  ['a limit that is told', `${FACTS} Its limit is 4Gi.`, 'limits:\n  memory: 4Gi\n'],
  ['another end', 'It was told to stop.', 'limits:\n  memory: 4Gi\n'],
])('says nothing of %s', (_, facts, text) => { expect(oomLimit(facts, text)).toBeNull(); });

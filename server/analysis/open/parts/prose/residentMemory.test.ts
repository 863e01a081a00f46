/** Tests the memory of a process that a text names beside its heap profile. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const profile = [
  '```', 'File: thanos', 'Type: inuse_space', 'Showing nodes accounting for 1854.79MB, 83.72% of 2215.54MB total',
  '      flat  flat%   sum%        cum   cum%',
  '  569.03MB 25.68% 25.68%   569.03MB 25.68%  github.com/thanos-io/thanos/pkg/store/labelpb.ReAllocZLabelsStrings',
  '  418.21MB 18.88% 44.56%   418.21MB 18.88%  github.com/thanos-io/thanos/pkg/store/storepb.(*TimeSeries).Unmarshal',
  '```', '',
];
const of = (...prose: string[]): string => recognize(new TextEncoder().encode([...prose, '', ...profile].join('\n')))
  .interest ?? '';

describe('a heap profile beside the memory of its pod', () => {
  it.each([
    ['I have a pod use `7718Mi` memory when I use `top` to check, and pprof has `2215.54MB total`.', '7718Mi', '3.48'],
    ['The RSS of the process is 8.5 GiB.', '8.5 GiB', '3.93'],
    ['kubectl top shows 4431Mi of memory', '4431Mi', '2'],
  ])('%s', (prose, figure, ratio) => {
    expect(of(prose)).toContain(`The text says that ${figure} are in use, ${ratio} times as much: `);
  });

  it.each([
    'Its memory limit is 8Gi.', 'The host has 64 GB of RAM and 32 GB of memory in use, the pod uses 5Gi of memory.',
    'It uses 2.3GB of memory.', 'It wrote 80GB.',
  ])('not %s', (prose) => { expect(of(prose)).not.toContain('The text says'); });
});

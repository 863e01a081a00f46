import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

it('tells a log beside the description of a pod, though the blog typeset its line', () => {
  const line = 'ts=2024\u201303\u201304T09:49:10.383Z caller=head.go:840 level=info component=tsdb msg="Deletion of '
    + 'corrupted mmap chunk files failed, discarding chunk files completely" err="cannot handle error: out of '
    + 'sequence m-mapped chunk for series ref 9, last chunk: [1, 2], new: [0, 1]"';
  const { name, interest } = recognize(new TextEncoder().encode([
    'The logs say:', '', '```shell', line, '```', '', 'So we describe the pod:', '', '```shell', 'State:       Running',
    '    Started:   Mon, 04 Mar 2024 10:04:03 +0200', 'Last State:  Terminated', '    Reason:    OOMKilled', '```',
  ].join('\n')));
  expect(name).toBe('the output of kubectl describe');
  expect(interest).toContain('exceeded its memory limit (OOMKilled)');
  expect(interest).toContain('It also has a log of Prometheus: it logged at level info "Deletion of corrupted mmap');
  expect(interest).toContain('at 2024-03-04T09:49:10Z');
  expect(interest).toContain('their samples come from the WAL, whose replay takes more memory');
});

import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (text: string): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(text));
  return { format, interest };
};

const row = (id: string, state: string, name: string, attempt: number): string =>
  `${id}       4e56e8ad6ee7d       2 minutes ago       ${state}             ${name}          ${attempt}      `
  + '         d6a2b3c4e5f67       prometheus-0';

it('the containers of a node, each by its last attempt', () => {
  expect(of([
    'CONTAINER           IMAGE               CREATED             STATE               NAME                ATTEMPT       '
      + '      POD ID              POD',
    row('8a7b6c5d4e3f2', 'Exited', 'prometheus', 12), row('8a7b6c5d4e3f3', 'Exited', 'prometheus', 11),
    row('8a7b6c5d4e3f4', 'Running', 'config-reloader', 0), row('8a7b6c5d4e3f5', 'Running', 'proxy', 1),
    row('8a7b6c5d4e3f6', 'Exited', 'proxy', 0),
  ].join('\n'))).toEqual({
    format: 'crictl-ps',
    interest: 'prometheus of prometheus-0 is Exited, after 12 restarts; proxy of prometheus-0 runs, after 1 restart.',
  });
});

it('one container as JSON', () => {
  const inspected = (state: string, more: object): string => JSON.stringify({
    status: {
      id: '8a', metadata: { attempt: 5, name: 'prometheus' }, state, createdAt: '2026-01-02T10:00:00Z',
      startedAt: '2026-01-02T10:00:00Z', finishedAt: '2026-01-02T12:30:00Z', exitCode: 137, reason: 'OOMKilled',
      labels: { 'io.kubernetes.pod.name': 'prometheus-0' }, ...more,
    },
    info: { config: { linux: { resources: { memory_limit_in_bytes: 2_147_483_648 } } } },
  }, null, 2);
  expect(of(inspected('CONTAINER_EXITED', {}))).toEqual({
    format: 'crictl-inspect',
    interest: 'The container prometheus was killed because it exceeded its memory limit of 2 GiB (OOMKilled), 2h 30m '
      + 'after it started. It has restarted 5 times.',
  });
  expect(of(inspected('CONTAINER_RUNNING', { metadata: { attempt: 0, name: 'a' }, exitCode: 0, reason: '' })).interest)
    .toBe('The container a runs, and has not restarted.');
});

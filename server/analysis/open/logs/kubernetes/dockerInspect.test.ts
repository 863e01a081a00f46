import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (text: string): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(text));
  return { format, interest };
};

const STATE = {
  Status: 'exited', Running: false, Paused: false, Restarting: false, OOMKilled: true, Dead: false, Pid: 0,
  ExitCode: 137, Error: '', StartedAt: '2026-01-02T10:00:00.5Z', FinishedAt: '2026-01-02T12:30:00.5Z',
};
const container = (state: object, more: object = {}): string => JSON.stringify([{
  Id: '0a', Created: '2026-01-02T09:00:00Z', Path: '/bin/prometheus', State: { ...STATE, ...state },
  Name: '/prometheus',
   RestartCount: 0, HostConfig: { Memory: 536_870_912 }, ...more,
}], null, 4);

it.each([
  ['a kill for memory', container({}, { RestartCount: 3 }), 'The container prometheus was killed because it exceeded '
    + 'its memory limit of 512 MiB (OOMKilled, exit code 137), 2h 30m after it started. It was restarted 3 times.'],
  ['its state alone', JSON.stringify(STATE), 'The container was killed because it exceeded its memory limit '
    + '(OOMKilled, exit code 137), 2h 30m after it started.'],
  ['what Docker could not start', container({
    OOMKilled: false, ExitCode: 127, StartedAt: '0001-01-01T00:00:00Z', FinishedAt: '0001-01-01T00:00:00Z',
    Status: 'created', Error: 'exec: "/bin/a": stat /bin/a: no such file or directory: unknown',
  }), 'The container prometheus is created. Docker says "exec: "/bin/a": stat /bin/a: no such file or directory: '
    + 'unknown". The program to start is not in the image: correct the command or entrypoint, or take another image.'],
  ['a failed health check', container({
    Status: 'running', Running: true, OOMKilled: false, ExitCode: 0, FinishedAt: '0001-01-01T00:00:00Z',
    Health: { Status: 'unhealthy', FailingStreak: 4, Log: [{ ExitCode: 1, Output: 'wget: bad address\n' }] },
  }), 'The container prometheus runs since 2026-01-02T10:00:00Z. Its health check failed 4 times in a row: "wget: bad '
    + 'address".'],
  ['an end on request', container({ OOMKilled: false, ExitCode: 0 }), 'The container prometheus ended with exit code '
    + '0, as after a stop on request; that was 2h 30m after it started.'],
  ['a part whose end is cut off', container({}).slice(0, -60), 'The container prometheus was killed because it '
    + 'exceeded its memory limit (OOMKilled, exit code 137), 2h 30m after it started.'],
])('%s', (_, text, said) => {
  expect(of(text)).toEqual({ format: 'docker-inspect', interest: said });
});

it('a process killed within a container that goes on', () => {
  expect(of(container({ Status: 'running', Running: true, ExitCode: 0 })).interest)
    .toBe('The container prometheus runs since 2026-01-02T10:00:00Z. A process in it was killed for memory since then '
      + '(OOMKilled).');
});

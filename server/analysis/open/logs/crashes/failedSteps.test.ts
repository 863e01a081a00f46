import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const factsOf = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (text: string, pid = 1): string => `Jan 02 03:04:05 h systemd[${pid}]: ${text}`;
const ended = (status: string): string => line(`app.service: Main process exited, code=exited, status=${status}`);

describe('a service whose program systemd could not run', () => {
  it('user namespaces: the reason stands before the status, and in each round', () => {
    const round = [
      line('app.service: Failed to set up user namespacing: Permission denied', 71),
      line('app.service: Failed at step USER spawning /usr/bin/app: Permission denied', 71), ended('217/USER'),
      line("app.service: Failed with result 'exit-code'."),
    ];
    const facts = factsOf(ended('217/USER'), ...round,
      line('app.service: Scheduled restart job, restart counter is at 4.'),
      line('Started An application.'), ...round.slice(0, 1),
      line('app.service: Failed at step USER spawning /', 72));
    expect(facts).toContain('systemd: app exited, status 217/USER.');
    expect(facts).toContain('systemd: the program of app did not run, because step USER failed with "Failed to set up '
      + 'user namespacing: Permission denied". PrivateUsers= or another sandbox setting of the unit needs a namespace, '
      + 'which this host or container does not allow (as in an unprivileged container)');
    expect(facts.match(/did not run/g)).toHaveLength(1);
  });

  it.each([
    ['USER', '217', 'Failed to determine user credentials: No such process', 'The user of User= does not exist.'],
    ['GROUP', '216', 'Failed to determine group credentials: No such process', 'The group of Group= does not exist.'],
    ['EXEC', '203', 'Failed to execute command: No such file or directory', 'The file of ExecStart= is not there'],
    ['EXEC', '203', 'Failed to locate executable /opt/app: No such file or directory', 'ExecStart= is not there'],
    ['EXEC', '203', 'Failed to execute /opt/app: Exec format error', 'no program for this machine'],
    ['EXEC', '203', 'Failed to execute command: Permission denied', 'may not execute the file of ExecStart='],
    ['CHDIR', '200', 'Changing to the requested working directory failed: No such file or directory',
      'WorkingDirectory= is not there'],
    ['NAMESPACE', '226', 'Failed to set up mount namespacing: /run/systemd/unit-root/data: No such file or directory',
      '(ReadWritePaths= and others) is not there'],
    ['NAMESPACE', '226', 'Failed to set up mount namespacing: Permission denied', 'A sandbox setting of the unit'],
    ['NETWORK', '225', 'Failed to set up network namespacing: Operation not permitted', 'PrivateNetwork= of the unit'],
    ['STDOUT', '209', 'Failed to set up standard output: Permission denied', 'StandardOutput='],
    ['STATE_DIRECTORY', '238', 'Failed to set up special execution directory in /var/lib: File exists',
      'StateDirectory='],
    ['LIMITS', '205', 'Failed to adjust resource limit RLIMIT_NOFILE: Operation not permitted', 'LimitNOFILE='],
  ])('step %s (%s): %s', (step, status, reason, meaning) => {
    const facts = factsOf(line('Started An application.'), line(`app.service: ${reason}`, 71),
      line(`app.service: Failed at step ${step} spawning /opt/app: ${reason.split(': ').at(-1)}`, 71),
      ended(`${status}/${step}`), line("app.service: Failed with result 'exit-code'."));
    expect(facts).toContain(`because step ${step} failed with "${reason}".`);
    expect(facts).toContain(meaning);
  });

  it('older systemd, which names no unit in that line', () => {
    expect(factsOf(line('Started An application.'),
      line('Failed at step EXEC spawning /opt/app: No such file or directory', 71),
      line('app.service: main process exited, code=exited, status=203/EXEC')))
      .toContain('systemd: the program of /opt/app did not run, because step EXEC failed with "No such file or '
        + 'directory". The file of ExecStart= is not there');
  });

  it('without the line that the unit failed to start, and with the mode of the file from a list', () => {
    const log = [line('app.service: control process exited, code=exited status=203'),
      line('Failed at step EXEC spawning /opt/bin/run.sh: Permission denied', 71),
      line('Failed to start The application for shops.'), line('Unit app.service entered failed state.')];
    expect(factsOf(...log)).toContain('step EXEC failed with "Permission denied". The user of the unit may not');
    const listed = (mode: string): string => factsOf(...log, '$ ls -l /opt/bin', 'total 4',
      `${mode}. 1 root staff  512 Jan  2 20:12 run.sh`);
    expect(listed('-rwxr-----')).toContain('Its mode in the text is -rwxr----- (root:staff): not everyone may execute');
    expect(listed('-rwxr-xr-x')).not.toContain('Its mode');
  });

  it('newest first', () => {
    expect(factsOf(ended('203/EXEC'), line('app.service: Failed at step EXEC spawning /opt/app: Permission denied', 71),
      line('app.service: Failed to execute command: Permission denied', 71), line('Started An application.')))
      .toContain('step EXEC failed with "Failed to execute command: Permission denied"');
  });

  it('by its status alone', () => {
    expect(factsOf(ended('203/EXEC'), line("app.service: Failed with result 'exit-code'."))).toContain(
      'Status 203/EXEC is one of systemd: the program did not run, because the file of ExecStart= is not there or may '
        + 'not be executed'
    );
    expect(factsOf('  Process: 9 ExecStart=/opt/own/app --a (code=exited, status=203/EXEC)', ended('203/EXEC')))
      .toContain('built for another architecture: see ls -l /opt/own/app and file /opt/own/app; the journal has');
    expect(factsOf(ended('1/FAILURE'), line("app.service: Failed with result 'exit-code'.")))
      .not.toContain('did not run');
  });
});

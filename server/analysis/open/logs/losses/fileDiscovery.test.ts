/** Tests what is said of files of targets that cannot be watched. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (what: string, rest = ''): string => 'ts=2023-08-09T10:11:12.013Z caller=file.go:226 level=error '
  + `component="discovery manager scrape" discovery=file config=a msg="Error adding file ${what}" ${rest}err="no space `
  + 'left on device"';
const of = (...lines: string[]): string => recognize(new TextEncoder().encode([
  'ts=2023-08-09T10:00:00.013Z caller=main.go:1 level=info msg="Server is ready to receive web requests."', ...lines,
].join('\n'))).interest ?? '';

it('a watch that is refused: changes come late, and no disk is full', () => {
  const said = of(line('watch', 'path=/sd/a '), line('watch', 'path=/sd/b '));
  expect(said).toContain('raise fs.inotify.max_user_watches (sysctl). Changes of the files of targets '
    + '(file_sd_configs) are read only once per refresh_interval, 5m by default');
  expect(said).not.toContain('df -i');
});

it('a watcher that is refused: no targets are found', () => {
  expect(of(line('watcher').replace('no space left on device', 'too many open files')))
    .toContain('finds no targets until Prometheus is started again');
});

it('not of another discovery', () => {
  expect(of(line('watch').replace('discovery=file', 'provider=file'))).not.toContain('file_sd_configs');
});

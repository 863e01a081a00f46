import { describe, expect, it } from 'vitest';
import { commandOf } from './commandLines.ts';
import { readLogLines } from './readLog.ts';

describe('a command that a terminal shows', () => {
  it.each([
    ['[root@k8s-1 prometheus]# kubectl logs prometheus-k8s-0 -n monitoring', 'prometheus-k8s-0'],
    ['# kubectl  logs prometheus-0 -nmonitoring -c prometheus', 'prometheus-0/prometheus'],
    ['kubectl -n monitoring logs -f pod/prometheus-0 prometheus --previous | less', 'prometheus-0/prometheus'],
    ['user@host:~$ sudo docker logs --tail 100 prom', 'prom'],
    ['PS C:\\> docker-compose logs prometheus', 'prometheus'],
    ['$ kubectl logs -l app=prometheus', ''],
    ['$ journalctl -u prometheus', ''], ['$ kubectl describe pod p', ''],
  ])('%s', (line, source) => {
    expect(commandOf(line)).toEqual({ source });
  });

  it.each([
    ['a line of a log', 'level=info ts=2026-01-02T03:04:05Z msg="see kubectl logs prometheus-0"'],
    ['a service of docker compose', 'docker | level=info msg=x'], ['words', 'the docker logs are empty'],
    ['lines of a pod of that name', 'docker prometheus level=info msg=x'],
  ])('%s is none', (_, line) => {
    expect(commandOf(line)).toBeNull();
  });

  it('tells the logs of two pods apart', () => {
    const line = (second: number): string => `level=info ts=2026-01-02T03:04:0${second}.000Z caller=main.go:5 msg="x"`;
    const sources = readLogLines([
      '[root@k prometheus]# kubectl logs prometheus-0', line(5), '[root@k prometheus]# ',
      '[root@k prometheus]# kubectl logs prometheus-1', line(1), line(2),
    ].join('\n'));
    expect(sources.map(({ name, readCount }) => [name, readCount])).toEqual([['prometheus-0', 1], ['prometheus-1', 2]]);
  });
});

it('a stray character before each line is no part of it', () => {
  const [source] = readLogLines([
    '\ufffdts=2026-01-02T03:04:05.291Z caller=main.go:525 level=info msg="Starting Prometheus"',
    'cts=2026-01-02T03:04:05.291Z caller=main.go:532 level=info fd_limits="(soft=1, hard=1)" msg=a',
    '|ts=2026-01-02T03:04:06.298Z caller=web.go:541 level=info component=web msg="Start listening"',
  ].join('\n'));
  expect(source?.lines.map(({ message }) => message)).toEqual(['Starting Prometheus', 'a', 'Start listening']);
  expect(source?.lastMs).toBe(Date.UTC(2026, 0, 2, 3, 4, 6, 298));
});

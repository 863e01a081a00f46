import { expect, it } from 'vitest';
import { printedNumbers, shellCommands } from './commands.ts';

it('reads a command behind a prompt with its output, and ends at the next one', () => {
  const text = ['level=info msg="a # cat of b"', '[root@h ~]# cat /proc/sys/fs/file-max', '900', 'sh-4.4# ls -la /x',
    'total 0', '# HELP up Whether it is up.', '$ kubectl get pods', 'NAME'].join('\n');
  expect(shellCommands(text)).toEqual([
    { command: 'cat /proc/sys/fs/file-max', output: ['900'] },
    { command: 'ls -la /x', output: ['total 0', '# HELP up Whether it is up.'] },
    { command: 'kubectl get pods', output: ['NAME'] },
  ]);
});

it('pairs several numbers with the parts that print them', () => {
  const [command] = shellCommands('$ docker exec db sh -c "free -g | head -2; cat /proc/sys/vm/max_map_count; '
    + 'ls /data | wc -l"   # earlier\nMem:   125   21\n65530\n2793\n');
  expect(command === undefined ? [] : printedNumbers(command)).toEqual([
    { part: 'cat /proc/sys/vm/max_map_count', value: 65_530 }, { part: 'ls /data | wc -l"', value: 2793 },
  ]);
  const [unclear] = shellCommands('$ ls /a | wc -l; ls /b | wc -l\n7\n');
  expect(unclear === undefined ? null : printedNumbers(unclear)).toEqual([]);
});

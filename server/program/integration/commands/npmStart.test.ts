import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runToEnd } from '../lab/tsdbscopeProcess.ts';

const profile = (side: string): string =>
  fileURLToPath(new URL(`../../../../testdata/profiles/seed-wal/${side}.cpu.pb.gz`, import.meta.url));

it('a command runs as npm start -- diff too, with the same output and exit code', async () => {
  const args = ['diff', profile('after'), profile('before'), '--top', '1'];
  const npm = promisify(execFile)(
    'npm', ['start', '--silent', '--', ...args], { cwd: fileURLToPath(new URL('../../..', import.meta.url)) }
  );
  await expect(npm).rejects.toMatchObject({ code: 3, stdout: (await runToEnd(args)).stdout });
});

// Programs that tests drive, from Debian's or Ubuntu's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Package by program. */
export const GATE_PROGRAMS = { '/usr/bin/prometheus': 'prometheus', '/usr/bin/chromium': 'chromium' };
export const ALL_PROGRAMS = {
  ...GATE_PROGRAMS,
  '/usr/bin/prometheus-node-exporter': 'prometheus-node-exporter',
  '/usr/bin/prometheus-alertmanager': 'prometheus-alertmanager',
  '/usr/bin/victoria-metrics': 'victoria-metrics',
  '/usr/bin/strace': 'strace',
};

/** Installs what is missing, through apt where this user may; else says what to install and ends the process. */
export function ensurePrograms(programs) {
  const missing = Object.keys(programs).filter((file) => !existsSync(file)).map((file) => programs[file]);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(', ')}. Install them first, on Debian or Ubuntu: sudo ${command}`);
    process.exit(1);
  }
  console.log(`Installing for the tests: ${missing.join(', ')}`);
  const { status } = spawnSync(
    'sh', ['-c', `apt-get update -qq && ${command}`],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  );
  if (status === 0) return;
  console.error(`These packages could not be installed: ${missing.join(', ')}.`);
  process.exit(1);
}

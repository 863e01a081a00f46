// npm run dev [-- TARGET_URL ... flags]: the page from vite, which reloads it on a change, and the server, which is
// rebuilt and restarted on one. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureSchemas, root } from './freshness.mjs';

ensureInstalled();
ensureSchemas();
process.chdir(root);
// Embeds, pictures and the demo come from the built page.
if (!existsSync(join(root, 'dist', 'web'))) ensureBuilt();
const { build, createServer } = await import('vite');
const { serverBuild } = await import('./serverBuild.mjs');

const args = process.argv.slice(2);
// Beside dist/server, so that what main.ts looks for beside itself is there.
const outDir = join(root, 'dist', 'dev');
rmSync(outDir, { recursive: true, force: true });

let server = null;
let restarting = Promise.resolve();
let isStopping = false;
const watcher = await build(serverBuild(outDir, { watch: {}, emptyOutDir: false }));
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') void event.result.close();
  if (event.code === 'ERROR')
    console.error(`dev: the server does not build, and goes on as it was: ${event.error.message}`);
  if (event.code === 'END') restarting = restarting.then(restart);
});

process.env.TSDBSCOPE_DEV_SERVER ??= `http://${listenAddress()}`;
const page = await createServer({ configFile: 'vite.config.ts' });
await page.listen();
console.log(`dev: the page is at ${page.resolvedUrls?.local[0] ?? page.resolvedUrls?.network[0]}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => { void stop(); });

async function restart() {
  if (isStopping) return;
  await endServer();
  server = spawn(process.execPath, ['--enable-source-maps', join(outDir, 'main.js'), ...args], { stdio: 'inherit' });
  const begun = server;
  begun.on('exit', (code) => {
    if (server !== begun) return;
    server = null;
    if (!isStopping) console.error(`dev: the server ended (${code}); it starts again at the next change.`);
  });
}

async function endServer() {
  const running = server;
  server = null;
  if (running === null || running.exitCode !== null) return;
  running.kill('SIGTERM');
  await once(running, 'exit');
}

async function stop() {
  isStopping = true;
  await Promise.all([restarting.then(endServer), watcher.close(), page.close()]);
  process.exit(0);
}

function listenAddress() {
  const at = args.findIndex((arg) => arg === '--listen' || arg.startsWith('--listen='));
  const given = at < 0 ? process.env.TSDBSCOPE_LISTEN : (args[at].split('=')[1] ?? args[at + 1]);
  return given ?? '127.0.0.1:9797';
}

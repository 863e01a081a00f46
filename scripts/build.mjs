// Builds the page (dist/web) and the server with its worker threads (dist/server).
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
// React and vite choose their shipped form by this, whatever the caller's environment says.
process.env.NODE_ENV = 'production';

const page = build({ configFile: 'vite.config.ts', logLevel: 'warn' });
const server = build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        dataWorker: 'server/worker/dataWorker.ts',
        profileWorker: 'server/worker/profileWorker.ts',
      },
      // Flat and without hashes: the main thread starts a worker by its file name beside its own.
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
await Promise.all([page, server]);

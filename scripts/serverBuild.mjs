/**
 * Packages that only an object store or `tsdbscope mcp` needs, with what they import: inside the build they are chunks
 * that are loaded then, instead of a hundred packages more in every installation.
 */
export const BUNDLED = [
  /^@aws-sdk\//, /^@aws\//, /^@smithy\//, /^(bowser|tslib)(\/|$)/,
  /^@modelcontextprotocol\//, /^zod(-to-json-schema)?(\/|$)/, /^@?hono(\/|$)/,
  /^(ajv-formats|content-type|raw-body)(\/|$)/,
];

/** What vite builds of the server and its worker threads, into `outDir`. */
export function serverBuild(outDir, options = {}) {
  return {
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          dataWorker: 'server/worker/data/dataWorker.ts',
          readerProcess: 'server/worker/reader/readerProcess.ts',
          profileWorker: 'server/worker/profile/profileWorker.ts',
          pictureWorker: 'server/worker/small/pictureWorker.ts',
          benchmarkWorker: 'server/worker/small/benchmarkWorker.ts',
          sendWorker: 'server/engine/sendWorker.ts',
          passwordWorker: 'server/worker/small/passwordWorker.ts',
          archiveWorker: 'server/worker/small/archiveWorker.ts',
        },
        // Flat and without hashes: the main thread starts a worker by its file name beside its own.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
      ...options,
    },
  };
}

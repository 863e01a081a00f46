import { knownIssueTables, writeKnownIssues } from './knownIssues.mjs';

/**
 * What stays a package of its own: binaries, WebAssembly and fonts. All else is inside the build, which halves the CPU
 * time until the program listens: hundreds of small files are neither searched, read nor compiled one by one.
 */
export const APART = [
  '@duckdb/node-api', '@resvg/resvg-js', '@hpcc-js/wasm-graphviz',
  '@expo-google-fonts/ibm-plex-mono', '@expo-google-fonts/ibm-plex-sans',
];

/**
 * V8 keeps the text of what it runs, with two bytes for every character where one of them is above U+00FF: those are
 * written as escapes.
 */
const ONE_BYTE_TEXTS = {
  name: 'one-byte-texts',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = file.code.replace(
      /[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    );
  },
};

/** The tables of known issues as the program reads them; where the build watches, anew after a change of one. */
const KNOWN_ISSUES = {
  name: 'known-issues',
  buildStart() {
    for (const path of knownIssueTables()) this.addWatchFile(path);
    writeKnownIssues();
  },
};

/** What vite builds of the server and its worker threads, into `outDir`. */
export function serverBuild(outDir, options = {}) {
  return {
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [KNOWN_ISSUES, ONE_BYTE_TEXTS],
    ssr: { noExternal: true, external: APART },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: 'server/main.ts',
          dataWorker: 'server/program/worker/data/dataWorker.ts',
          readerProcess: 'server/program/worker/reader/readerProcess.ts',
          profileWorker: 'server/program/worker/profile/profileWorker.ts',
          pictureWorker: 'server/features/pictures/pictureWorker.ts',
          benchmarkWorker: 'server/features/benchmarks/benchmarkWorker.ts',
          sendWorker: 'server/features/remote-write/sendWorker.ts',
          passwordWorker: 'server/features/access/passwordWorker.ts',
          archiveWorker: 'server/program/worker/small/archiveWorker.ts',
          recognizeWorker: 'server/features/logs/recognizeWorker.ts',
        },
        // Flat and without hashes: the main thread starts a worker by its file name beside its own.
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
      ...options,
    },
  };
}

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { PANEL_NAMES } from './core/panels.ts';

/** `gc-cpu` has `GcCpuPanel.tsx` in its folder. */
function panelCode(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `panels/${name}/${words.join('')}Panel.tsx`;
}

/** What each page draws first: its code beyond the first load. */
const PAGE_CODE = {
  overview: 'pages/overviewParts.tsx', fleet: 'pages/FleetPage.tsx',
  ...Object.fromEntries(PANEL_NAMES.map((name) => [name, panelCode(name)])),
  profiles: 'pages/ProfilesPage.tsx', diff: 'pages/DiffPage.tsx', benchmarks: 'pages/BenchmarksPage.tsx',
};

/** Writes page-code.json, by which the server names this code in the page's HTML. */
const pageCode: Plugin = {
  name: 'page-code',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/index.html'));
    // That of the embed has none.
    if (entry === undefined) return;
    const filesOf = (name: string, seen = new Set<string>()): Set<string> => {
      const chunk = chunks.find(({ fileName }) => fileName === name);
      if (chunk === undefined || seen.has(name)) return seen;
      seen.add(name);
      for (const imported of chunk.imports) filesOf(imported, seen);
      // Its rules come after those of what it imports.
      for (const css of chunk.viteMetadata?.importedCss ?? []) seen.add(css);
      return seen;
    };
    const atFirst = filesOf(entry.fileName);
    const byPage = Object.entries(PAGE_CODE).map(([page, path]) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${path}`)));
      if (chunk === undefined) return this.error(`The page ${page} has no code at ${path}: correct PAGE_CODE.`);
      return [page, [...filesOf(chunk.fileName)].filter((file) => !atFirst.has(file))];
    });
    this.emitFile({
      type: 'asset', fileName: 'page-code.json', source: JSON.stringify(Object.fromEntries(byPage)),
    });
  },
};

/** The browser half only; the server half is bundled by scripts/build.mjs. */
export default defineConfig({
  root: 'web',
  publicDir: '../public',
  plugins: [react(), pageCode],
  // A script finds its parts beside itself, whatever path a proxy puts in front; addresses in the HTML are the server's
  // to fill in.
  experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    outDir: '../dist/web', emptyOutDir: true, target: 'es2022', sourcemap: false, assetsInlineLimit: 0,
    // On a busy machine it would warn of slow plugins, which nobody who starts the program can change.
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: { groups: [
      { name: 'first', test: /[\\/]web[\\/]main\.tsx$/, priority: 2 },
      { name: 'charts', test: /[\\/]web[\\/]pages[\\/]overviewParts\.tsx$/, priority: 1 },
    ] } } },
  },
  server: {
    // Modules of the page lie below /api and /embed too.
    proxy: Object.fromEntries(['^/api/v1/', '^/embed/(?!.*\\.ts)', '^/oembed'].map((path) => [path, {
      target: process.env['TSDBSCOPE_DEV_SERVER'] ?? 'http://127.0.0.1:9797',
      changeOrigin: true,
      // Else it would name the port of the page, which is none of the server's.
      configure: (proxy) => { proxy.on('proxyReq', (request) => { request.removeHeader('origin'); }); },
    } satisfies ProxyOptions])),
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';

/** The browser half only; the server half is bundled by scripts/build.mjs. */
export default defineConfig({
  root: 'web',
  publicDir: '../public',
  plugins: [react()],
  // A script finds its parts beside itself, whatever path a proxy puts in front; addresses in the HTML are the server's
  // to fill in.
  experimental: { renderBuiltUrl: (_name, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', sourcemap: false, assetsInlineLimit: 0 },
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

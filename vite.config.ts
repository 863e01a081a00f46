import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page. The server is built by scripts/build.mjs, which reads this file for the page and adds its own entries. */
export default defineConfig({
  root: 'web',
  publicDir: '../public',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A module preload polyfill would be an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:9797' } },
});

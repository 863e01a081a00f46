#!/usr/bin/env node
// npm start: installs when the lockfile changed, builds when a source changed, then runs the server in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from './freshness.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tsdbscope needs Node 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
ensureInstalled();
ensureBuilt();
process.env.NODE_ENV = 'production';
await import(pathToFileURL(join(root, 'dist', 'server', 'main.js')).href);

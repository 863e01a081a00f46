#!/usr/bin/env -S node --max-semi-space-size=4
// The command of the installed package: what is built runs in this process. The flag bounds the memory of hours.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tsdbscope needs Node 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
process.env.NODE_ENV = 'production';
await import(new URL('../dist/server/main.js', import.meta.url).href);

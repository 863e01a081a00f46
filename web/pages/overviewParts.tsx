/** Non-text parts of the overview, in one chunk: loaded separately from the text, and ahead of time. */
export { default as CpuStrip } from '../panels/gc-cpu/CpuStrip.tsx';
export { default as MemoryStrip } from '../panels/memory/MemoryStrip.tsx';
export { default as SpikeCauses } from '../panels/overview/SpikeCauses.tsx';
export { default as TargetsOnOneAxis } from '../panels/overview/TargetsOnOneAxis.tsx';
export { default as ScrapeStrip } from '../panels/scrapes/ScrapeStrip.tsx';

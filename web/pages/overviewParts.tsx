/** Non-text parts of the overview, in one chunk: loaded separately from the text, and ahead of time. */
export { default as SpikeCauses } from '../panels/overview/SpikeCauses.tsx';
export { default as TargetsOnOneAxis } from '../panels/overview/TargetsOnOneAxis.tsx';
export { CpuStrip, MemoryStrip, ScrapeStrip } from '../panels/overview/strips.tsx';

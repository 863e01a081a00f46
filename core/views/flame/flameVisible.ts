/** Visible frames of a zoomed flame graph, as a tree for the drawing library. */
import type { DrawnFrame, Frame } from './flameGraphData.ts';

/** Minimum width of drawn frames; zooming in shows narrower ones. */
const MIN_FRAME_PX = 3;

export interface VisibleFrames {
  /** Frames from the root to the zoomed one, and the visible frames below it. */
  tree: DrawnFrame;
  keys: Set<number>;
  /** Depth of the lowest row. */
  deepest: number;
  /** Number of frames at or below the zoomed one that are too narrow, each counted with all below it as one. */
  hidden: number;
}

/**
 * Returns the visible frames, with the zoomed one as wide as the drawing. Costs depend on the visible frames, not on
 * all. An empty list gives a root of width 0.
 */
export function visibleFrames(frames: Frame[], zoomKey: number, widthPx: number): VisibleFrames {
  const zoomed = frames[zoomKey] ?? frames[0];
  if (zoomed === undefined)
    return { tree: { key: 0, name: '', value: 0, children: [] }, keys: new Set([0]), deepest: 0, hidden: 0 };
  const keys = new Set<number>();
  const drawn = (frame: Frame, value: number): DrawnFrame => {
    keys.add(frame.key);
    return { key: frame.key, name: frame.name, value, children: [] };
  };
  const below = drawn(zoomed, zoomed.width);
  const waiting: { frame: Frame; copy: DrawnFrame }[] = [{ frame: zoomed, copy: below }];
  const least = (MIN_FRAME_PX * zoomed.width) / Math.max(1, widthPx);
  let deepest = zoomed.depth;
  let hidden = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    deepest = Math.max(deepest, next.frame.depth);
    // Children are ordered by width, so all after the first narrow one are narrow.
    for (const [place, key] of next.frame.childKeys.entries()) {
      const child = frames[key];
      if (child === undefined || child.width < least || child.width <= 0) {
        hidden += next.frame.childKeys.length - place;
        break;
      }
      const copy = drawn(child, child.width);
      next.copy.children.push(copy);
      waiting.push({ frame: child, copy });
    }
  }
  let tree = below;
  for (let parent = zoomed.parentKey; parent !== null;) {
    const frame: Frame | undefined = frames[parent];
    if (frame === undefined) break;
    tree = { ...drawn(frame, zoomed.width), fade: true, children: [tree] };
    parent = frame.parentKey;
  }
  return { tree, keys, deepest, hidden };
}

/** Returns the frame at a path of names from the root; null if there is none. */
export function frameAt(frames: Frame[], path: readonly string[]): Frame | null {
  let frame: Frame | undefined = frames[0];
  for (const name of path) {
    const child: number | undefined = frame?.childKeys.find((key) => frames[key]?.name === name);
    frame = child === undefined ? undefined : frames[child];
  }
  return frame ?? null;
}

const FEW_SAMPLES = 20_000;
const FINE_RATIO = 0.0005;

/**
 * Returns the share of the root below which the server omits frames. A small profile is sent almost completely, so that
 * a search finds everything; of a large one the visible part is sent, and more on zooming in.
 */
export function flameMinRatio(samples: number, screenPx = window.screen.width): number {
  return samples <= FEW_SAMPLES ? FINE_RATIO : Math.max(FINE_RATIO, MIN_FRAME_PX / Math.max(1, screenPx));
}

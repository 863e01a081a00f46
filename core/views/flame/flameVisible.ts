/** Which frames of a zoomed flame graph can be seen, as a tree for the drawing library. */
import type { DrawnFrame, Frame } from './flameGraphData.ts';

/** Narrower frames are not drawn; zooming in brings them. */
const MIN_FRAME_PX = 3;

export interface VisibleFrames {
  /** From the root: the frames on the way to the zoomed one, one below the other, and what can be seen below it. */
  tree: DrawnFrame;
  keys: Set<number>;
  /** Depth of the lowest row. */
  deepest: number;
  /** Frames at or below the zoomed one that are too narrow, each with all below it as one. */
  hidden: number;
}

/**
 * The zoomed frame is as wide as the drawing. Costs what is seen, not what is there. An empty list gives a root of
 * width 0.
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
    // Widest first, so all after the first narrow one are narrow.
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

/** The frame a path of names leads to from the root; null where it leads nowhere. */
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
 * Share of the root below which the server is told to leave frames out. A small profile comes nearly whole, so that a
 * search finds all there is; of a large one comes what this screen can show, and more on zooming in.
 */
export function flameMinRatio(samples: number, screenPx = window.screen.width): number {
  return samples <= FEW_SAMPLES ? FINE_RATIO : Math.max(FINE_RATIO, MIN_FRAME_PX / Math.max(1, screenPx));
}

/**
 * d3-flame-graph asks for a transition of every frame, also when it shall last 0 ms: a timer for each, and a picture
 * that is whole only one frame later. Nothing on this page moves, so its transitions take place at once.
 */
import { select } from 'd3-selection';

type Setter = (this: object, ...args: unknown[]) => object;

const SETTERS = ['attr', 'style', 'text'] as const;
const TIMINGS = ['duration', 'delay', 'ease'] as const;

class AtOnce {
  constructor(readonly selection: object) {}
}
for (const name of TIMINGS) Object.defineProperty(AtOnce.prototype, name, { value(this: AtOnce) { return this; } });
for (const name of SETTERS) {
  Object.defineProperty(AtOnce.prototype, name, {
    value(this: AtOnce, ...args: unknown[]) {
      (Reflect.get(this.selection, name) as Setter).apply(this.selection, args);
      return this;
    },
  });
}

/** From here on `selection.transition()` sets what it is told without waiting. */
export function transitionAtOnce(): void {
  const prototype = Object.getPrototypeOf(select(document.documentElement)) as object;
  Reflect.set(prototype, 'transition', function (this: object) { return new AtOnce(this); });
}

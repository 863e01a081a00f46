/**
 * d3-flame-graph starts a transition for every frame, even of 0 ms: one timer each, and a graph that is complete only
 * one animation frame later. Nothing on this page is animated, so transitions are applied immediately.
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

/** Makes `selection.transition()` apply its changes immediately. */
export function transitionAtOnce(): void {
  const prototype = Object.getPrototypeOf(select(document.documentElement)) as object;
  Reflect.set(prototype, 'transition', function (this: object) { return new AtOnce(this); });
}

/**
 * The few calls of d3-flame-graph 5.0.0 that FlameGraph uses; the package has no types. Taken from its
 * dist/d3-flamegraph.es.js.
 */
declare module 'd3-flame-graph' {
  import type { Selection } from 'd3-selection';

  /** A node of the library's d3-hierarchy, with the data it was given. */
  export interface FlameChartNode<D> {
    data: D;
    /** Position along the row, 0 to 1 of the drawn root. */
    x0: number;
    x1: number;
    depth: number;
  }

  /** A tooltip, which the library only calls: `show` and `hide` on hover, the function itself once with the svg. */
  export interface FlameChartTooltip<D> {
    (svg: unknown): void;
    show(event: MouseEvent, node: FlameChartNode<D>): void;
    hide(): void;
  }

  export interface FlameChart<D> {
    (selection: Selection<HTMLElement, D, null, undefined>): void;
    width(px: number): FlameChart<D>;
    height(px: number): FlameChart<D>;
    cellHeight(px: number): FlameChart<D>;
    transitionDuration(ms: number): FlameChart<D>;
    inverted(on: boolean): FlameChart<D>;
    sort(on: boolean): FlameChart<D>;
    tooltip(tooltip: FlameChartTooltip<D>): FlameChart<D>;
    getName(name: (node: FlameChartNode<D>) => string): FlameChart<D>;
    setLabelHandler(label: (node: FlameChartNode<D>) => string): FlameChart<D>;
    setDetailsHandler(handler: (text: string | null) => void): FlameChart<D>;
    setColorMapper(colour: (node: FlameChartNode<D>, original: string) => string): FlameChart<D>;
    update(data: D): FlameChart<D>;
    destroy(): FlameChart<D>;
  }

  export default function flamegraph<D>(): FlameChart<D>;
}

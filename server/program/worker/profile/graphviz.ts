/** Loads Graphviz, compiled to WebAssembly, with the first graph, because that takes a few tenths of a second. */
import type { Layout } from '../../../profile/views/graphSvg.ts';

let loading: Promise<Layout> | null = null;

export function graphvizLayout(): Promise<Layout> {
  loading ??= import('@hpcc-js/wasm-graphviz').then(async ({ Graphviz }) => {
    const graphviz = await Graphviz.load();
    return (dot) => graphviz.layout(dot, 'plain', 'dot');
  });
  return loading;
}

/** A panel's chart as one of several lanes on an axis; pure. */
import type { ChartLine, ChartModel } from '../charts/chartModel.ts';

/** Returns a line without the name of its band, which the page of its panel explains. */
export function laneLine({ bandLabel: _, ...line }: ChartLine): ChartLine {
  return line;
}

/**
 * Returns the chart without marks and spans of GC cycles and compactions, which the CPU lane above shows for all. Keeps
 * failures, gaps, restarts, notes and spikes; the number of spikes is on the page of their panel.
 */
export function lane(model: ChartModel): ChartModel {
  return {
    ...model, lines: model.lines.map(laneLine),
    ...(model.fills === undefined ? {} : { fills: model.fills.map((fill) => ({ ...fill, silent: true })) }),
    marks: model.marks.filter(({ colour }) => colour !== 'gc' && colour !== 'compaction'),
    spans: model.spans.filter(({ colour }) => colour !== 'gc' && colour !== 'compaction'),
  };
}

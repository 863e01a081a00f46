/** A panel's chart as one of several lanes on an axis; pure. */
import type { ChartModel } from '../charts/chartModel.ts';

/**
 * Without the marks and spans of GC cycles and compactions, which the CPU lane above shows for all. Failures, gaps,
 * restarts and notes stay.
 */
export function lane(model: ChartModel): ChartModel {
  return {
    ...model, marks: model.marks.filter(({ colour }) => colour !== 'gc' && colour !== 'compaction'),
    spans: model.spans.filter(({ colour }) => colour !== 'gc' && colour !== 'compaction'),
  };
}

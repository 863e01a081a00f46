export type MetricRow = [value: number, labels?: Record<string, string>];
/** A metric of tsdbscope's own /metrics, read on request. */
export interface MetricRows { name: string; help: string; rows: MetricRow[] }

export type MetricRow = [value: number, labels?: Record<string, string>];
/** A metric of tsdbscope's own /metrics that is read when it is asked for. */
export interface MetricRows { name: string; help: string; rows: MetricRow[] }

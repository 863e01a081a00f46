declare module 'parse-prometheus-text-format' {
  interface Metric {
    labels?: Record<string, string>;
    value?: string;
    count?: string;
    sum?: string;
    buckets?: Record<string, string>;
    quantiles?: Record<string, string>;
  }
  export default function parsePrometheusTextFormat(text: string): { name: string; type: string; metrics: Metric[] }[];
}

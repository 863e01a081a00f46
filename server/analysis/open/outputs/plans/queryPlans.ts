/** All forms of plans and times of queries. */
import type { Format } from '../../look/format.ts';
import { CLICKHOUSE_PLAN, FLUX_PROFILE, INFLUXQL_PLAN } from './influxPlans.ts';
import { POSTGRES_PLAN } from './postgresPlans.ts';

export const QUERY_PLANS: readonly Format[] = [POSTGRES_PLAN, INFLUXQL_PLAN, FLUX_PROFILE, CLICKHOUSE_PLAN];

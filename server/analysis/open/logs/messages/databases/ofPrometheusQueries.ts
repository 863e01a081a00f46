/** Messages of Prometheus on queries, for the table of known messages. Pure. */
import { rowsOf, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const MATCH = 'The labels that a query matches on are not unique on one side';
const MANY = 'aggregate that side, or match on a label more that both sides have';
const MATCHER = 'A selector must have at least one matcher that does not match the empty string';
const ADD_MATCHER = 'name a metric, or use =~".+" in place of ".*"';
const NEEDS_RANGE = 'The function needs a range, and was given something else';
const ADD_RANGE = 'add a range to the selector, as in rate(metric[5m])';
const NO_RANGE = 'The expression has a range vector or a string where none is allowed';
const WRAP = 'put a function such as rate() around a range';
const BY_FLAG = 'The query uses a part of PromQL that this version has only with a feature flag';
const NOT_COUNTER = 'rate() or increase() is used on a metric that may be no counter, and its result is returned';
const LEFT_OUT = 'Histograms of two kinds, or histograms and floats, cannot be computed together, so series are '
  + 'missing in the result';

const QUERIES: readonly MessageRow[] = [
  ['exceeded maximum resolution of 11,000 points per timeseries', 'error', 'A range query asks for more than 11,000 '
    + 'points of each series', 'use a larger step or a shorter range'],
  ['zero or negative query resolution step widths are not accepted', 'error', 'A range query has no step above zero',
    'set step'],
  ['end timestamp must not be before start time', 'error', 'A query has an end before its start',
    'look at start and end, and at their unit (seconds)'],
  ['found duplicate series for the match group', 'error', MATCH, MANY],
  ['many-to-many matching not allowed', 'error', MATCH, MANY],
  ['many-to-one matching must be explicit', 'error', 'One side of the match has several series for a series of the '
    + 'other', 'use group_left or group_right toward the side with more'],
  ['grouping labels must ensure unique matches', 'error', 'Several series of a match would get the same labels',
    'keep a label that distinguishes them'],
  ['vector selector must contain at least one non-empty matcher', 'error', MATCHER, ADD_MATCHER],
  ['match[] must contain at least one non-empty matcher', 'error', MATCHER, ADD_MATCHER],
  ['no match[] parameter provided', 'error', 'The request names no series', 'add match[], as in match[]=up'],
  ['ranges only allowed for vector selectors', 'error', 'A range [..] can only follow a selector',
    'use a subquery with a step, as in (a + b)[5m:1m], or a recording rule'],
  ['expected type range vector in call to function', 'error', NEEDS_RANGE, ADD_RANGE],
  ['expected type instant vector in call to function', 'error', 'The function takes an instant vector, and was given '
    + 'something else', 'take away a range, or put a function such as rate() around it'],
  ['expected type instant vector in aggregation expression', 'error', 'The aggregation takes an instant vector, and '
    + 'was given something else', 'put a function such as rate() around a range, or vector() around a scalar'],
  ['binary expression must contain only scalar and instant vector types', 'error', NO_RANGE, WRAP],
  ['for range query, must be scalar or instant vector', 'error', NO_RANGE, WRAP],
  ['unary expression only allowed on expressions of type scalar or instant vector', 'error', NO_RANGE, WRAP],
  ['subquery is only allowed on instant vector', 'error', 'A subquery comes after something that is no instant '
    + 'vector', 'put a function such as rate() around a range, or vector() around a scalar'],
  ['comparisons between scalars must use bool modifier', 'error', 'Two scalars are compared without bool',
    'write it as in 1 == bool 1'],
  ['bool modifier can only be used on comparison operators', 'error', 'bool is used with an operator that is no '
    + 'comparison', 'remove it'],
  ['not allowed in binary scalar expression', 'error', 'and, or and unless take vectors on both sides, and one is a '
    + 'scalar', 'use vector() around a scalar'],
  ['must not occur in on and group clause at once', 'error', 'A label is both in on() and in group_left or '
    + 'group_right', 'remove it from one of them'],
  ['vector matching only allowed between instant vectors', 'error', 'on, ignoring or group_left is used where one side '
    + 'is no instant vector', 'remove it'],
  ['offset modifier must be preceded by', 'error', 'offset is in the wrong place', 'put it right after the selector, '
    + 'as in rate(metric[5m] offset 1h)'],
  ['unknown function with name', 'error', 'This version of Prometheus has no function of that name',
    'look at its spelling and at the version'],
  ['must be enabled with --enable-feature=promql-experimental-functions', 'error', BY_FLAG, 'start Prometheus with '
    + 'that flag'],
  ['@ modifier is disabled', 'error', BY_FLAG, 'use 2.33 or later, or --enable-feature=promql-at-modifier'],
  ['negative offset is disabled', 'error', BY_FLAG, 'use 2.33 or later, or --enable-feature=promql-negative-offset'],
  ['query was canceled in', 'error', 'A query was given up before it ended, mostly because its client waited no longer',
    'if somebody waits for its result, let it read fewer series or a shorter range'],
  ['query timed out in query queue', 'error', 'A query waited for its turn longer than --query.timeout',
    'look for slow queries, and see --query.max-concurrency'],
  ['query timed out in query execution', 'error', 'A query took longer than --query.timeout', 'shorten its range, or '
    + 'use a recording rule'],
  ['runtime panic during query evaluation', 'error', 'A fault of Prometheus ended a query; Prometheus itself continues',
    'report it with the query and the version'],
  ['runtime panic in parser', 'error', 'A fault of Prometheus ended a query; Prometheus itself continues',
    'report it with the query and the version'],
  ['metric might not be a counter', 'slow', NOT_COUNTER, 'for a gauge use delta() or deriv()'],
  ['encountered a mix of histograms and floats', 'slow', LEFT_OUT, null],
  ['vector contains a mix of classic and native histograms', 'slow', LEFT_OUT, null],
  ['input to histogram_quantile needed to be fixed for monotonicity', 'slow', 'Buckets of a histogram were not in '
    + 'rising order, and the quantile is computed from corrected ones', 'see the function histogram_quantile in the '
    + 'documentation'],
  ['quantile value should be between 0 and 1', 'slow', 'A quantile is below 0 or above 1, and gives -Inf or +Inf',
    'use 0.95 in place of 95'],
  ...rowsOf(['bucket label "le" is missing or has a malformed value', String.raw`bucket label \"le\" is missing or has `
    + 'a malformed value'], 'slow', 'Series without a valid bucket label were left out of a quantile', 'keep le when '
    + 'you aggregate buckets, as in sum by (le) (..)'),
];

export const OF_PROMETHEUS_QUERIES: readonly MessagesOfProgram[] = [['Prometheus', QUERIES]];

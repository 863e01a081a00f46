import type { OpenedAccess } from '../../../features/access/feature.ts';
import type { OpenedBenchmarks } from '../../../features/benchmarks/feature.ts';
import type { OpenedEmbeds } from '../../../features/embeds/feature.ts';
import type { OpenedLogs } from '../../../features/logs/feature.ts';
import type { OpenedPictures } from '../../../features/pictures/feature.ts';
import type { TargetNeeds, TargetParts } from '../../../features/targets/feature.ts';
import type { Features, Kernel } from '../../../kernel/feature.ts';
import type { OwnParts } from './ownParts.ts';

/** Dependencies of the routes outside of features; created once in program.ts. */
export interface ApiDeps
  extends OwnParts, Pick<TargetParts, 'panels' | 'replays' | 'incidents' | 'current' | 'trains' | 'queryLists'>,
  Pick<Kernel, 'config' | 'clock'>, Pick<OpenedBenchmarks, 'benchmarks' | 'outputs'>,
  Pick<OpenedEmbeds, 'embeds'>, Pick<OpenedLogs, 'logs' | 'recognize' | 'together'>, Pick<OpenedPictures, 'pictures'>,
  Pick<TargetNeeds, 'profiles' | 'targets' | 'uploadDir' | 'version'> {
  access: Pick<OpenedAccess, 'authentication' | 'headers' | 'audit'>;
  /** Additions of open features to routes, metrics and the answers about tsdbscope itself. */
  features: Pick<Features, 'routes' | 'plainRoutes' | 'metrics' | 'queues' | 'dropped' | 'status'>;
  /** Panels and findings are read through `panels`, which knows their inputs. */
  data: Omit<TargetNeeds['reads'], 'panel' | 'findings'>;
}

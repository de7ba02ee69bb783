/**
 * The stages of `npm test`, one after the other: on two cores a crowd makes tests wait for each other, and red ones are
 * then no sign of a fault. Never more workers than cores.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export type Stage = {
  name: string;
  projects: string[];
  /** Of each lane. */
  workers: number;
  /** Runs side by side, each with a part of the files and a product of its own. */
  lanes: number;
};

const cores = availableParallelism();

export const STAGES: readonly Stage[] = [
  { name: 'unit', projects: ['unit'], workers: cores, lanes: 1 },
  // In a lane one file after the other: some count what an owner has, and services are killed. One lane leaves half of
  // two cores unused, as tests and product wait for each other.
  { name: 'calls', projects: ['api', 'plans', 'sync', 'agent'], workers: 1, lanes: Math.min(2, cores) },
  // They share one product, whose Worker has one core to itself at most.
  { name: 'browser', projects: ['e2e'], workers: Math.min(2, cores), lanes: 1 },
  { name: 'services', projects: ['chaos'], workers: 1, lanes: 1 },
];

/** The stage of a test file's project: what runs it alone runs it as the stage did. */
export function stageOf(path: string): Stage {
  const project = path.split('/')[1]!;
  const stage = STAGES.find(({ projects }) => projects.includes(project));
  if (!stage) throw new Error(`${path} belongs to no stage`);
  return stage;
}

/** The project that judges what the other tests of a run left in their product. */
const JUDGE = 'plans';

/**
 * The test files of each lane: those of a folder stay together, and each lane judges its own product. No names, which is
 * all files, where there is one lane.
 */
export function lanesOf({ projects, lanes }: Stage, root: string): string[][] {
  if (lanes === 1) return [[]];
  const filesOf = (project: string) => globSync(`tests/${project}/**/*.test.{ts,tsx}`, { cwd: root }).sort();
  const files = projects.filter((project) => project !== JUDGE).flatMap(filesOf);
  const each = Math.ceil(files.length / lanes);
  return Array.from({ length: lanes }, (_, lane) => [
    ...files.slice(lane * each, (lane + 1) * each),
    ...(projects.includes(JUDGE) ? filesOf(JUDGE) : []),
  ]);
}

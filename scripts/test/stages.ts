/**
 * The stages of `npm test`, one after the other: on two cores a crowd makes tests wait for each other, and red ones are
 * then no sign of a fault. At most one product runs at a time, and never more workers than cores.
 */
import { availableParallelism } from 'node:os';

export type Stage = { name: string; projects: string[]; workers: number };

const cores = availableParallelism();

export const STAGES: readonly Stage[] = [
  { name: 'unit', projects: ['unit'], workers: cores },
  // One file after the other: some count what an owner has, and services are killed.
  { name: 'calls', projects: ['api', 'plans', 'sync', 'agent'], workers: 1 },
  // They share one product, whose Worker has one core to itself at most.
  { name: 'browser', projects: ['e2e'], workers: Math.min(2, cores) },
  { name: 'services', projects: ['chaos'], workers: 1 },
];

/** The stage of a test file's project: what runs it alone runs it as the stage did. */
export function stageOf(path: string): Stage {
  const project = path.split('/')[1]!;
  const stage = STAGES.find(({ projects }) => projects.includes(project));
  if (!stage) throw new Error(`${path} belongs to no stage`);
  return stage;
}

import { ANYONE, NOBODY, type Permission } from './who.ts';

export const INTERNAL_PERMISSIONS: readonly Permission[] = [
  {
    may: 'see what the simulators took',
    who: ANYONE,
    calls: ['internal.listSimulatedMessages'],
    also: 'never in production',
  },
  {
    may: 'write demo data and carry out due work',
    who: NOBODY,
    calls: ['internal.seed', 'internal.runJobs', 'internal.rewrapKeys'],
  },
];

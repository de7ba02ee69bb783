import { z } from 'zod';

/** Of applications: those that are over (decided or taken back), or those that wait; left out: all. */
export const audited = z.enum(['true', 'false']).optional();

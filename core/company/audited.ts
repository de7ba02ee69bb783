import { z } from 'zod';

/** Filters applications: true for finished ones (decided or withdrawn), false for pending ones; omitted: all. */
export const audited = z.enum(['true', 'false']).optional();

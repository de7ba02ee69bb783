import { z } from 'zod';
import { id, sha256, time } from '#core/wire.ts';
import { TRAIL_EVENTS } from './states.ts';

/** A line of a trail with its place in the hash chain. */
export const trailLine = z.object({
  taskId: id,
  seq: z.number().int(),
  at: time,
  event: z.enum(TRAIL_EVENTS),
  operator: z.string(),
  agent: z.string(),
  remark: z.string(),
  evidence: z.record(z.string(), z.string()),
  previousHash: sha256,
  hash: sha256,
});

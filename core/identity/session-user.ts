import { z } from 'zod';
import { id, time } from '#core/wire.ts';

/**
 * [3.21a] A session as returned by the token endpoint; `refreshTime` is 10 minutes before `expiresAtTime` ([3.21b]).
 */
export const sessionUser = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  refreshTime: time,
  expiresAtTime: time,
  expiresAt: z.number().int(),
  entId: z.string(),
  userId: id,
  username: z.string(),
  name: z.string(),
});
export type SessionUser = z.output<typeof sessionUser>;

import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { seenDocuments } from '#core/task/seen.ts';
import { signingState } from '#core/task/ukey-calls.ts';
import { id, ukeySerial } from '#core/wire.ts';
import { QUICK_SIGNING } from './access.ts';
import { quickPlacement } from './calls.ts';

/** Like `beginTaskUkey`, for a quick-sign file group ([4.15a]); continues with the same call. */
export const beginQuickUkey = defineCall({
  id: 'quicksign.beginQuickUkey',
  method: 'POST',
  path: '/docmanager/assemble/quick/ukey/begin',
  access: QUICK_SIGNING,
  input: z.object({
    id,
    seen: seenDocuments,
    ukeySerial,
    placements: z.array(quickPlacement).min(1).max(LIMITS.placementsPerTask),
  }),
  output: signingState,
  summary: 'Start signing a quick file group with a UKey; returns what the device must sign',
});

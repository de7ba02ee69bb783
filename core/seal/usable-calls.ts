import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { drawing } from '#core/drawing-schema.ts';
import { certificateFacts, id, nothing } from '#core/wire.ts';
import { STAMPING } from './access.ts';

/** Seals that this identity may use for a signer ([6.3a]). */
export const listUsableSeals = defineCall({
  id: 'seal.listUsableSeals',
  method: 'GET',
  path: '/stamp/usable',
  access: STAMPING,
  input: nothing,
  output: z.array(
    z.object({
      sealId: id,
      name: z.string(),
      category: z.string(),
      widthMm: z.number(),
      heightMm: z.number(),
      drawing,
      certificate: certificateFacts.nullable(),
      /** Its only key is in a UKey, so it can only be used with that UKey. */
      onUkey: z.boolean(),
    }),
  ),
  summary: 'List the enabled seals that the identity may currently sign with',
});

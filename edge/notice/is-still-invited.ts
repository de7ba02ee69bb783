import { and, eq } from 'drizzle-orm';
import { copyParty, signer } from '#db/schema/index.ts';
import type { InvitedParty } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';

/** Whether the party still is who a message was meant for: one that waits for its gateway goes to nobody else's contact. */
export async function isStillInvited(
  { db }: Context,
  { partyId, mobileIndex }: InvitedParty,
): Promise<boolean> {
  const rows = await db
    .select({ id: signer.id })
    .from(signer)
    .where(and(eq(signer.id, partyId), eq(signer.mobileIndex, mobileIndex)))
    .unionAll(
      db
        .select({ id: copyParty.id })
        .from(copyParty)
        .where(and(eq(copyParty.id, partyId), eq(copyParty.mobileIndex, mobileIndex))),
    );
  return rows.length > 0;
}

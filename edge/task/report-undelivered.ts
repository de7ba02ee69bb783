import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { delivery } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { undeliveredEffect } from '#edge/kernel/providers/undelivered-effect.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { unsafeReadTask } from './read-task.ts';
import { tellUndelivered } from './tell-parties.ts';

/** Tells the sender that a message to a party did not arrive, unless it has meanwhile, or the party is somebody else. */
export async function reportUndelivered(
  context: Context,
  { deliveryId }: z.output<typeof undeliveredEffect.payload>,
  id: string,
): Promise<void> {
  const [message] = await context.db.select().from(delivery).where(eq(delivery.id, deliveryId));
  if (message?.state !== 'FAILED' || message.overtaken) return;
  const contract = await unsafeReadTask(context, message.taskId);
  const party = [...contract.signers, ...contract.ccParties].find((one) => one.id === message.partyId);
  if (!party || party.mobileIndex !== message.recipientIndex) return;
  const name = party.entName || party.userName;
  await commit(context, [], tellUndelivered(context, contract, name, id));
}

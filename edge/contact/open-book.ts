import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { bookAccess } from '#core/contact/access.ts';
import type { openBook as call } from '#core/contact/calls.ts';
import { AppError } from '#core/errors.ts';
import { ownerRoomId } from '#core/sync/owner-room.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { giveTicket } from '#edge/sync/tickets.ts';

/** Lets the session into the address book of whom it acts for. Throws NO_PERMISSION where its roles say nothing of it. */
export async function openBook(
  _input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { entId, roles, ownerKey } = context.actor;
  const access = bookAccess(entId, roles);
  if (!access) throw new AppError('NO_PERMISSION');
  const room = `contacts:${ownerRoomId(ownerKey)}`;
  return { room, access, ...(await giveTicket(context, room, access)) };
}

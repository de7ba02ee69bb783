import type { Access } from '#core/call.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { loadMember } from './authenticate.ts';
import { checkAccess } from './check-access.ts';

/**
 * The context of a member for whom an effect goes on with what they began, with the rights that they have now. `ownerKey` is
 * that of the enterprise. Throws NO_PERMISSION where they lost them, or are no member any more.
 */
export async function actAs(
  context: Context,
  accountId: string,
  ownerKey: string,
  access: Access,
): Promise<SignedInContext> {
  const actor = await loadMember(context, accountId, ownerKey.slice('E:'.length));
  checkAccess(access, actor);
  return { ...context, actor, remember: () => [], tell: () => undefined };
}

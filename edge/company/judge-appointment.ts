import { type Authorization, isAppointment } from '#core/company/roles.ts';
import { AppError } from '#core/errors.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { tellAdministrators } from './tell-administrators.ts';

/**
 * What goes with a change of a member's authorizations that appoints a business administrator: the second proof of who does,
 * and what tells the other administrators; nothing for every other change. A stolen session alone appoints nobody, and neither
 * does the system of a customer. Throws SSO_NOT_YOURSELF, INPUT_INVALID (proof), and what `judge` throws.
 */
export async function judgeAppointment(
  context: SignedInContext,
  change: { before: Authorization; after: Authorization; member: string },
  /** Null where none was given. */
  judge: (() => Promise<readonly OneTimeProof[]>) | null,
): Promise<{ proofs: readonly OneTimeProof[]; notices: Statement[] }> {
  if (!isAppointment(change.before, change.after)) return { proofs: [], notices: [] };
  if (context.actor.sso) throw new AppError('SSO_NOT_YOURSELF');
  if (!judge) throw new AppError('INPUT_INVALID', {}, 'proof');
  return {
    proofs: await judge(),
    notices: await tellAdministrators(context, 'BUSINESS_ADMIN_APPOINTED', { member: change.member }),
  };
}

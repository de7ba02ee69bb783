import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type * as calls from '#core/invitation/calls.ts';
import { createAccount, requireAgreements } from '#edge/identity/create-account.ts';
import { judgeAuthCode } from '#edge/identity/judge-auth-code.ts';
import { loginWithCode } from '#edge/identity/request-token.ts';
import { sendAuthCode } from '#edge/identity/send-auth-code.ts';
import { startSession } from '#edge/identity/start-session.ts';
import { endReminders } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import { contactOfInvitee, type Invitation, readInvitation } from './read-invitation.ts';
import { pushTask } from './tell-parties.ts';

/**
 * Sends the recipient of a link a code. Nobody names the number: the link stands for it, and no security verification is
 * asked of whoever has it. Throws INVITATION_UNKNOWN, INVITATION_ENDED, TOO_OFTEN, CODE_NOT_SENT.
 */
export async function sendInvitationCode(
  { code }: ParsedInputOf<typeof calls.sendInvitationCode>,
  context: Context,
): Promise<null> {
  const invitation = await readGood(context, code);
  const contact = await contactOfInvitee(context, invitation);
  await sendAuthCode(context, 'INVITATION', contact, { kind: 'stranger', id: invitation.codeHash });
  return null;
}

/**
 * Sends the recipient of a link no more reminders of its contract. Whoever has the link may: it was in the message. Throws
 * INVITATION_UNKNOWN, TOO_OFTEN.
 */
export async function endRemindersOf(
  { code }: ParsedInputOf<typeof calls.endReminders>,
  context: Context,
): Promise<null> {
  const invitation = await readInvitation(context, code);
  await endReminders(context, code);
  // The open pages of the sender show it.
  if (invitation)
    await commit(context, [], [pushTask(context, { task: invitation.task, signers: [], ccParties: [] })]);
  return null;
}

/**
 * Signs in the recipient of a link by the code sent to them. Whether it has an account is told to nobody before the
 * code: without one the answer has no session, and the same code makes an account with the agreements. What was sent to
 * it becomes the account's then. Throws the errors of `sendInvitationCode`, CODE_WRONG, AGREEMENT_NOT_ACCEPTED, those of
 * `loginWithCode`.
 */
export async function acceptInvitation(
  { code, authCode, agreements, passkey, password }: ParsedInputOf<typeof calls.acceptInvitation>,
  context: Context,
  request: Request,
): Promise<OutputOf<typeof calls.acceptInvitation>> {
  const invitation = await readGood(context, code);
  const contact = await contactOfInvitee(context, invitation);
  const proof = await judgeAuthCode(context, 'INVITATION', contact, authCode, { by: invitation.codeHash });
  if (invitation.person)
    return {
      session: await loginWithCode(context, request, invitation.person, { proof, passkey, password }),
    };
  if (!agreements) return { session: null };
  requireAgreements(agreements);
  const row = await createAccount(context, { contact, passwordHash: '', proof });
  return { session: await startSession(context, row, request) };
}

/** A link by which its recipient may sign in: one of an ended task leads nobody but those who are here already. */
async function readGood(context: Context, code: string): Promise<Invitation> {
  const invitation = await readInvitation(context, code);
  const isOver = invitation && invitation.state !== 'OPEN' && invitation.state !== 'COMPLETED';
  if (!invitation || (isOver && !invitation.person)) throw new AppError('INVITATION_ENDED');
  return invitation;
}

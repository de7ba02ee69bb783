import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { maskContact } from '#core/identity/mask.ts';
import { oneOf } from '#core/one-of.ts';
import type {
  getUserExtendInfo as extendCall,
  queryPersonInfo as queryCall,
  revealRealName as revealCall,
} from '#core/realname/calls.ts';
import { maskName, maskNumber } from '#core/realname/mask.ts';
import { ROUTES } from '#core/realname/states.ts';
import { openContact } from '#edge/identity/address-of.ts';
import { openRealName } from '#edge/identity/names.ts';
import { ownSignature } from '#edge/identity/own-signature.ts';
import { auditOf } from '#edge/kernel/audit.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { newestOfPerson, readAccount } from './applications.ts';
import { nameOfApplicant } from './sealed-fields.ts';

async function ownAccount(context: SignedInContext) {
  const person = await readAccount(context, context.actor.accountId);
  if (!person) throw new AppError('SESSION_INVALID');
  return person;
}

async function ownNumber(context: SignedInContext, sealed: string | null): Promise<string> {
  return sealed ? context.keys.openField(sealed, `idNumber:${context.actor.accountId}`) : '';
}

/** [7.11e] The actor's own data; data of others is only available through other calls. Throws NO_PERMISSION. */
export async function queryPersonInfo(
  input: ParsedInputOf<typeof queryCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof queryCall>> {
  const { actor } = context;
  if (input.id !== actor.accountId) throw new AppError('NO_PERMISSION');
  const [person, newest, handWriteImg] = await Promise.all([
    ownAccount(context),
    newestOfPerson(context, actor.accountId),
    ownSignature(context, actor.accountId),
  ]);
  return {
    defaultPwd: person.defaultPassword,
    handWriteImg,
    authStatus: person.personalAuthStatus,
    realName: maskName(await openRealName(context, person)),
    idType: person.idType,
    idNumber: maskNumber(await ownNumber(context, person.idNumberSealed)),
    application: newest
      ? {
          id: newest.id,
          route: oneOf(ROUTES, newest.route),
          state: newest.state,
          realName: maskName(await nameOfApplicant(context, newest)),
          reason: newest.reason,
          submittedAt: newest.submittedAt,
          decidedAt: newest.decidedAt,
        }
      : null,
  };
}

/** Returns the person's data beyond the session, for the sequence after login ([7.11f]). */
export async function getUserExtendInfo(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof extendCall>> {
  const person = await ownAccount(context);
  return {
    account: context.actor.loginName,
    id: person.id,
    name: await openRealName(context, person),
    photo: person.photoKey,
    perPhone: maskContact(await openContact(context, person)),
    personalAuthStatus: person.personalAuthStatus,
    userOwnerType: person.ownerType,
  };
}

/** The actor's name and number unmasked; writes the audit log first. */
export async function revealRealName(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof revealCall>> {
  const person = await ownAccount(context);
  const realName = await openRealName(context, person);
  await auditOf(context, {
    action: 'PERSON_REVEALED',
    targetKind: 'PERSON',
    targetId: person.id,
    targetName: maskName(realName),
  });
  return { realName, idNumber: await ownNumber(context, person.idNumberSealed) };
}

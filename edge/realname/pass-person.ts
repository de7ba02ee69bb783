import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { PersonAuth } from '#core/identity/states.ts';
import { next } from '#core/machine.ts';
import { oneOf } from '#core/one-of.ts';
import { APPLICATION_MACHINE, PERSON_MACHINE } from '#core/realname/states.ts';
import { ID_TYPES } from '#core/validate/id-number.ts';
import { account } from '#db/schema/index.ts';
import { repeatOvertaken } from '#edge/claim/change-parties.ts';
import { contactsOf, settleVerifiedName } from '#edge/claim/claim-for-person.ts';
import { openRealName, sealRealName } from '#edge/identity/names.ts';
import { type Context, personKey } from '#edge/kernel/context.ts';
import { openFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { enqueue } from '#edge/kernel/outbox/effect.ts';
import { commit, GuardFailed } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { noticeEffect } from '#edge/notice/effects.ts';
import { revokeStatement } from '#edge/pki/revocation.ts';
import {
  type AccountRow,
  type ApplicationRow,
  applicationUnchanged,
  changeApplication,
  numberIsFree,
  personUnchanged,
} from './applications.ts';
import { endPersonApplication } from './end-person.ts';

/**
 * Marks the person as verified after a successful face verification or review. Throws REALNAME_ID_TAKEN if another
 * account was verified with the number meanwhile (the application is then rejected), ALREADY_DECIDED, GuardFailed on
 * any other concurrent change.
 */
export async function passPerson(
  context: Context,
  row: ApplicationRow,
  person: AccountRow,
  set: Partial<ApplicationRow> = {},
  more: Statement[] = [],
): Promise<PersonAuth> {
  const state = next(APPLICATION_MACHINE, row.state, 'pass');
  const status = next(PERSON_MACHINE, person.personalAuthStatus, 'pass');
  if (state === null || status === null) throw new AppError('ALREADY_DECIDED');
  const { realName = '', idNumber = '' } = await openFields(context, row.id, row.sealed);
  const { db } = context;
  const known = await openRealName(context, person);
  try {
    await repeatOvertaken(async () => {
      const claim = await settleVerifiedName(context, {
        accountId: person.id,
        contacts: contactsOf(person),
        name: realName,
      });
      const guards = [
        applicationUnchanged(row),
        personUnchanged(person),
        numberIsFree(person.id, row.numberIndex),
        ...claim.guards,
      ];
      await commit(context, guards, [
        changeApplication(context, row, { ...set, state, decidedAt: context.now }),
        db
          .update(account)
          .set({
            personalAuthStatus: status,
            ...(await sealRealName(context, person.id, realName)),
            idType: oneOf(ID_TYPES, row.fields.idType),
            idNumberIndex: row.numberIndex,
            idNumberSealed: await context.keys.sealField(idNumber, `idNumber:${person.id}`),
          })
          .where(eq(account.id, person.id)),
        // Existing certificates contain the former name; the next signature is issued a new one.
        ...(known !== '' && known !== realName
          ? [revokeStatement(context, { ownerKey: personKey(person.id) }, 'affiliationChanged')]
          : []),
        tellPerson(context, person.id, 'REALNAME_PASSED', {}),
        ...claim.statements,
        ...more,
      ]);
    });
  } catch (error) {
    if (!(error instanceof GuardFailed) || (await isFree(context, person.id, row.numberIndex))) throw error;
    await endPersonApplication(context, row, person, 'reject', { reason: 'ID_TAKEN' });
    throw new AppError('REALNAME_ID_TAKEN');
  }
  return status;
}

/** Whether no other account is verified, or being verified, with this number. */
export async function isFree(context: Context, accountId: string, numberIndex: string): Promise<boolean> {
  const rows = await context.db.all(numberIsFree(accountId, numberIndex));
  return rows.length > 0;
}

/** A notice to the person as an individual. */
export const tellPerson = (
  context: Context,
  accountId: string,
  template: 'REALNAME_PASSED' | 'REALNAME_REJECTED',
  params: Record<string, string>,
): Statement =>
  enqueue(context, `realname:${accountId}`, noticeEffect, {
    accountId,
    ownerKey: personKey(accountId),
    category: 'system',
    template,
    params,
    taskId: '',
  });

import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { PERSON_PHOTOS } from '#core/realname/photos.ts';
import { PERSON_MACHINE } from '#core/realname/states.ts';
import type { submitManualReview as call } from '#core/realname/submit-calls.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { commit, isUniqueError, withRetry } from '#edge/kernel/storage/commit.ts';
import {
  applicationUnchanged,
  changeApplication,
  newestOfPerson,
  personUnchanged,
  readAccount,
} from './applications.ts';
import { isFree } from './pass-person.ts';
import { bindPhotos, ownPhotos } from './photos.ts';
import { idNumberIndex, personNameIndex } from './sealed-fields.ts';

/**
 * [5.10c] Submits name, number and three pictures for review. Throws REALNAME_ID_TAKEN, REALNAME_UNDER_WAY,
 * PICTURE_MISSING.
 */
export async function submitManualReview(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  const { realName, idType, idNumber } = input.person;
  const numberIndex = await idNumberIndex(context, idType, idNumber);
  if (!(await isFree(context, actor.accountId, numberIndex)))
    throw new AppError('REALNAME_ID_TAKEN', {}, 'idNumber');
  await ownPhotos(context, input.photos, PERSON_PHOTOS);
  const applicationId = context.newId();
  const sealed = await sealFields(context, applicationId, { realName, idNumber });
  const answer = await withRetry(async () => {
    const person = await readAccount(context, actor.accountId);
    const open = await newestOfPerson(context, actor.accountId, true);
    if (!person || open?.state === 'REVIEWING') throw new AppError('REALNAME_UNDER_WAY');
    const authStatus = next(PERSON_MACHINE, person.personalAuthStatus, 'submit');
    if (authStatus === null) throw new AppError('REALNAME_UNDER_WAY');
    const result = { applicationId, authStatus };
    await commit(
      context,
      [personUnchanged(person), ...(open ? [applicationUnchanged(open)] : [])],
      [
        ...(open ? [changeApplication(context, open, { state: 'ENDED', decidedAt: now })] : []),
        db.insert(realnameApplication).values({
          id: applicationId,
          subject: 'PERSON',
          accountId: actor.accountId,
          route: 'REVIEW',
          state: 'REVIEWING',
          // A face verification in progress is not a state to restore.
          before: person.personalAuthStatus === 'GOINGAUTH' ? 'UNAUTH' : person.personalAuthStatus,
          nameIndex: await personNameIndex(context, realName),
          fields: { idType },
          sealed,
          numberIndex,
          submittedAt: now,
          createdAt: now,
          updatedAt: now,
        }),
        bindPhotos(context, input.photos, applicationId),
        db.update(account).set({ personalAuthStatus: authStatus }).where(eq(account.id, actor.accountId)),
        ...context.remember(result),
      ],
    );
    return result;
  }).catch((error: unknown) => {
    throw isUniqueError(error) ? new AppError('REALNAME_UNDER_WAY') : error;
  });
  forgetSession(actor.sessionId);
  return answer;
}

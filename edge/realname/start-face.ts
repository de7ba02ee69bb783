import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { next } from '#core/machine.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import type { PersonForm } from '#core/realname/person-form.ts';
import { PERSON_MACHINE } from '#core/realname/states.ts';
import type { startFaceAuth as call } from '#core/realname/submit-calls.ts';
import { DAY_MS } from '#core/time.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import { openRealName } from '#edge/identity/names.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { openFace } from '#edge/kernel/providers/face.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import {
  type AccountRow,
  applicationUnchanged,
  changeApplication,
  newestOfPerson,
  personUnchanged,
  readAccount,
} from './applications.ts';
import { isFree } from './pass-person.ts';
import { idNumberIndex, personNameIndex } from './sealed-fields.ts';

/**
 * [7.11c] Starts a face verification and ends one in progress. Throws REALNAME_UNDER_WAY during a review,
 * REALNAME_ID_TAKEN if the number belongs to another account (without naming it), REALNAME_OTHER_PERSON, TOO_OFTEN.
 */
export async function startFaceAuth(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  if (input.userId !== actor.accountId) throw new AppError('NO_PERMISSION');
  // Counted before the number is checked, so that numbers cannot be probed.
  if ((await countAttempt(context, `face:${actor.accountId}`, DAY_MS)) > REALNAME_LIMITS.facesPerDay)
    throw new AppError('TOO_OFTEN');
  const numberIndex = await checkPerson(context, input.person);
  const transId = context.newId();
  const returnUrl = new URL(`/faceAuthResult?transId=${transId}`, context.env.PUBLIC_URL || request.url);
  const check = await openFace(context).start({
    reference: transId,
    name: input.person.realName,
    idType: input.person.idType,
    idNumber: input.person.idNumber,
    returnUrl: returnUrl.href,
  });
  const expiresAt = now + REALNAME_LIMITS.faceMs;
  await withRetry(async () => {
    const person = await readAccount(context, actor.accountId);
    const open = await newestOfPerson(context, actor.accountId, true);
    const status = person && next(PERSON_MACHINE, person.personalAuthStatus, 'startFace');
    if (!person || !status || open?.state === 'REVIEWING') throw new AppError('REALNAME_UNDER_WAY');
    await commit(
      context,
      [personUnchanged(person), ...(open ? [applicationUnchanged(open)] : [])],
      [
        ...(open ? [changeApplication(context, open, { state: 'ENDED', decidedAt: now })] : []),
        db.insert(realnameApplication).values({
          id: transId,
          subject: 'PERSON',
          accountId: actor.accountId,
          route: 'FACE',
          state: 'CHECKING',
          before: person.personalAuthStatus,
          nameIndex: await personNameIndex(context, input.person.realName),
          fields: { idType: input.person.idType },
          sealed: await sealFields(context, transId, {
            realName: input.person.realName,
            idNumber: input.person.idNumber,
          }),
          numberIndex,
          checkRef: check.ref,
          checkState: 'PENDING',
          checkUrl: check.url,
          checkEndsAt: expiresAt,
          submittedAt: now,
          createdAt: now,
          updatedAt: now,
        }),
        db.update(account).set({ personalAuthStatus: status }).where(eq(account.id, actor.accountId)),
      ],
    );
  });
  return { transId, expiresAt };
}

/** Returns the digest of the number. Throws REALNAME_ID_TAKEN, REALNAME_OTHER_PERSON. */
async function checkPerson(context: SignedInContext, form: PersonForm): Promise<string> {
  const numberIndex = await idNumberIndex(context, form.idType, form.idNumber);
  if (!(await isFree(context, context.actor.accountId, numberIndex)))
    throw new AppError('REALNAME_ID_TAKEN', {}, 'idNumber');
  const person = await readAccount(context, context.actor.accountId);
  if (person?.personalAuthStatus === 'AUTH' && !(await isSame(context, person, form, numberIndex)))
    throw new AppError('REALNAME_OTHER_PERSON', {}, 'idNumber');
  return numberIndex;
}

/** Whether the form is for the person already verified; changing the document requires a manual review. */
async function isSame(context: SignedInContext, person: AccountRow, form: PersonForm, numberIndex: string) {
  if (person.idNumberIndex !== null) return person.idNumberIndex === numberIndex;
  return (await openRealName(context, person)) === form.realName;
}

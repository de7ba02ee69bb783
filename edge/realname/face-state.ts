import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  confirmFaceAuth as confirmCall,
  getFaceAuth as getCall,
  saveAuthResult as saveCall,
} from '#core/realname/calls.ts';
import { REALNAME_LIMITS } from '#core/realname/limits.ts';
import type { FaceState } from '#core/realname/states.ts';
import { realnameApplication } from '#db/schema/index.ts';
import { forgetSession } from '#edge/identity/authenticate.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { openFace } from '#edge/kernel/providers/face.ts';
import { commit, GuardFailed, withRetry } from '#edge/kernel/storage/commit.ts';
import { type ApplicationRow, applicationUnchanged, changeApplication, readAccount } from './applications.ts';
import { endPersonApplication } from './end-person.ts';
import { passPerson } from './pass-person.ts';

async function unsafeReadFace({ db }: Context, transId: string): Promise<ApplicationRow> {
  const [row] = await db
    .select()
    .from(realnameApplication)
    .where(and(eq(realnameApplication.id, transId), eq(realnameApplication.route, 'FACE')));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

async function readOwnFace(context: SignedInContext, transId: string): Promise<ApplicationRow> {
  const row = await unsafeReadFace(context, transId);
  if (row.accountId !== context.actor.accountId) throw new AppError('NOT_FOUND');
  return row;
}

/** The state of a face verification ([4.13]): queries the provider while it is unknown, and stores the result. */
async function settle(
  context: Context,
  found: ApplicationRow,
): Promise<{ row: ApplicationRow; state: FaceState }> {
  let row = found;
  if (row.state !== 'CHECKING') return { row, state: row.checkState || 'ENDED' };
  const ended = (row.checkEndsAt ?? 0) < context.now;
  if (row.checkState === 'SUCCESS' && !ended) return { row, state: 'SUCCESS' };
  const state = ended ? 'ENDED' : await openFace(context).result(row.checkRef);
  if (state === 'PENDING') return { row, state };
  try {
    if (state === 'SUCCESS') {
      const set = { checkState: state, checkEndsAt: context.now + REALNAME_LIMITS.faceWaitMs };
      await commit(context, [applicationUnchanged(row)], [changeApplication(context, row, set)]);
    } else {
      const person = await readAccount(context, row.accountId);
      if (!person) throw new AppError('NOT_FOUND');
      const event = state === 'FAILURE' ? 'reject' : 'end';
      await endPersonApplication(context, row, person, event, { checkState: state });
    }
  } catch (error) {
    // A concurrent request has stored the same result.
    if (!(error instanceof GuardFailed)) throw error;
  }
  row = await unsafeReadFace(context, row.id);
  return { row, state: row.checkState || 'ENDED' };
}

/** The state of the actor's verification. */
export async function getFaceAuth(
  input: ParsedInputOf<typeof getCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof getCall>> {
  const { row, state } = await settle(context, await readOwnFace(context, input.transId));
  return { state, url: state === 'PENDING' ? row.checkUrl : '', expiresAt: row.checkEndsAt ?? 0 };
}

/** [7.11a] Fetches the result from the provider; the call from the phone is only a trigger and carries no result. */
export async function saveAuthResult(
  input: ParsedInputOf<typeof saveCall>,
  context: Context,
): Promise<OutputOf<typeof saveCall>> {
  if ((await countAttempt(context, `face-result:${input.transId}`, 60_000)) > 30)
    throw new AppError('TOO_OFTEN');
  const { state } = await settle(context, await unsafeReadFace(context, input.transId));
  return { state };
}

/**
 * [4.17a] [7.11b] Verifies the person after a successful face verification; idempotent. Throws FACE_FAILED, FACE_ENDED,
 * AUTHENTICATION_FAILED while there is no result.
 */
export function confirmFaceAuth(
  input: ParsedInputOf<typeof confirmCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof confirmCall>> {
  return withRetry(async () => {
    const { row, state } = await settle(context, await readOwnFace(context, input.transId));
    if (state === 'FAILURE') throw new AppError('FACE_FAILED');
    if (state === 'PENDING') throw new AppError('AUTHENTICATION_FAILED');
    if (state !== 'SUCCESS') throw new AppError('FACE_ENDED');
    const person = await readAccount(context, row.accountId);
    if (!person) throw new AppError('NOT_FOUND');
    if (row.state === 'PASSED') return { authStatus: person.personalAuthStatus };
    if (row.state !== 'CHECKING') throw new AppError('FACE_ENDED');
    const authStatus = await passPerson(context, row, person);
    forgetSession(context.actor.sessionId);
    return { authStatus };
  });
}

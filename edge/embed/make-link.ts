import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { makeEmbedLink as call } from '#core/embed/calls.ts';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import { TASK_MACHINE } from '#core/task/states.ts';
import { account } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { readTask } from '#edge/task/read-task.ts';
import { needOrigin, storeLink } from './store-link.ts';

/**
 * Makes a link for a signer of a task that the key’s enterprise sent. Throws NO_PERMISSION without an API key, NOT_FOUND
 * for another’s task, EMBED_ORIGIN, EMBED_NOT_READY.
 */
export async function makeEmbedLink(
  { planId: taskId, signerId, origin, language, theme }: ParsedInputOf<typeof call>,
  context: SignedInContext,
  request: Request,
): Promise<OutputOf<typeof call>> {
  const { actor, db, now } = context;
  await needOrigin(context, origin);
  const { task, signers } = await readTask(context, taskId);
  if (task.ownerKey !== actor.ownerKey) throw new AppError('NOT_FOUND');
  const signer = signers.find(({ id }) => id === signerId);
  if (!signer) throw new AppError('NOT_FOUND');
  const isOpen = can(TASK_MACHINE, task.state, 'complete') && task.deadline > now;
  if (!isOpen || signer.state !== 'SIGNING' || signer.accountId === '') throw new AppError('EMBED_NOT_READY');
  const [person] = await db
    .select({ language: account.language, status: account.status })
    .from(account)
    .where(eq(account.id, signer.accountId));
  if (person?.status !== 'ENABLE') throw new AppError('EMBED_NOT_READY');
  return storeLink(context, request, {
    kind: 'SIGN',
    subjectId: taskId,
    accountId: signer.accountId,
    entId: signer.ownerKey.startsWith('E:') ? signer.ownerKey.slice(2) : '',
    asksCode: signer.ownerKey !== actor.ownerKey,
    origin,
    language: language ?? person.language,
    theme,
  });
}

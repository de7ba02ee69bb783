import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { verifyDocument as call } from '#core/task/verify-calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { checkHash } from '#edge/signing/kept-hashes.ts';
import { readRevision, revisionBytes } from '#edge/signing/revisions.ts';
import { readTask } from './read-task.ts';

/** Verifications per person and minute: each reads a whole file. */
const PER_MINUTE = 30;

/**
 * Verifies the newest revision of one file by the engine of the page and the command, with the anchors that they have.
 * Throws NOT_FOUND, TOO_OFTEN.
 */
export async function verifyDocument(
  { planId: taskId, fileIndex }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const row = (await readTask(context, taskId)).documents[fileIndex];
  if (!row) throw new AppError('NOT_FOUND');
  if ((await countAttempt(context, `verify:${context.actor.accountId}`, 60_000)) > PER_MINUTE)
    throw new AppError('TOO_OFTEN');
  const revision = await readRevision(context, row.id, row.revision);
  // Also compares the stored bytes with their digest and with the stored state from which signing continues.
  context.defer(checkHash(context, revision));
  const { verdict, problems, signatures } = await verifyFile(await revisionBytes(context, revision), {
    time: context.now,
    trustAnchors: (await trustAnchors(context)).map(({ der }) => der),
  });
  return {
    sha256: revision.sha256,
    verdict,
    problems,
    signatures: signatures.map((one) => ({
      verdict: one.verdict,
      signer: one.signer,
      signingTime: one.signingTime,
      level: one.level,
      problems: one.problems,
    })),
  };
}

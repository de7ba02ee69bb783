import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { can } from '#core/machine.ts';
import { SIGNER_MACHINE, TASK_MACHINE } from '#core/task/states.ts';
import { account } from '#db/schema/index.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { awaitsEnterprise, isOwnSigner, type TaskWithParties } from './read-task.ts';

/**
 * The signer that the actor may sign as now. Requires a verified name and, if the sender specified an identity
 * document, that document. Throws the reason if the actor may not sign, SIGNER_UNVERIFIED, SIGNER_DOCUMENT_DIFFERS.
 */
export async function ownTurn(contract: TaskWithParties, context: SignedInContext): Promise<SignerRow> {
  const { actor, now } = context;
  const own = contract.signers.filter((s) => isOwnSigner(actor, s));
  if (contract.task.state === 'REVIEWING') throw new AppError('TASK_REVIEWING');
  const awaited = own.length === 0 ? contract.signers.find((s) => awaitsEnterprise(actor, s)) : undefined;
  if (awaited) throw new AppError('SIGNER_UNVERIFIED', { enterprise: awaited.entName });
  if (own.length === 0) throw new AppError('NO_SIGNING_PERMISSION');
  const mine = own.find((s) => can(SIGNER_MACHINE, s.state, 'sign'));
  if (!mine && own.some((s) => s.state === 'SIGNED')) throw new AppError('ALREADY_SIGNED');
  if (contract.task.state === 'FROZEN') throw new AppError('TASK_FROZEN');
  if (!can(TASK_MACHINE, contract.task.state, 'complete')) throw new AppError('TASK_CLOSED');
  if (contract.task.deadline <= now) throw new AppError('DEADLINE_PASSED');
  if (!mine) throw new AppError('NOT_YOUR_TURN');
  requireVerifiedName(context);
  if (mine.idNumberIndex === '') return mine;
  const [me] = await context.db
    .select({ idNumberIndex: account.idNumberIndex })
    .from(account)
    .where(eq(account.id, actor.accountId));
  if (me?.idNumberIndex !== mine.idNumberIndex) throw new AppError('SIGNER_DOCUMENT_DIFFERS');
  return mine;
}

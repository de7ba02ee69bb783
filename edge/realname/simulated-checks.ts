import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type {
  decideSimulatedCheck as decideCall,
  getSimulatedCheck as getCall,
} from '#core/realname/calls.ts';
import { simulatedCheck } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

async function read({ db, env }: Context, ref: string) {
  if (env.SIGNET_MODE === 'pro') throw new AppError('NOT_FOUND');
  const [row] = await db.select().from(simulatedCheck).where(eq(simulatedCheck.ref, ref));
  if (!row || (row.kind === 'APPROVAL' ? env.APPROVAL_URL : env.FACE_URL)) throw new AppError('NOT_FOUND');
  return row;
}

export async function getSimulatedCheck(
  input: ParsedInputOf<typeof getCall>,
  context: Context,
): Promise<OutputOf<typeof getCall>> {
  const { name, state, returnUrl } = await read(context, input.ref);
  return { name, state, returnUrl };
}

/** Decides a simulated check; the first decision is final. */
export async function decideSimulatedCheck(
  input: ParsedInputOf<typeof decideCall>,
  context: Context,
): Promise<null> {
  const { ref } = await read(context, input.ref);
  await context.db
    .update(simulatedCheck)
    .set({ state: input.state })
    .where(and(eq(simulatedCheck.ref, ref), eq(simulatedCheck.state, 'PENDING')));
  return null;
}

import type { SQL } from 'drizzle-orm';
import type { Context } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from './commit.ts';
import type { Statement } from './statement.ts';

/**
 * A code, ticket or consent that was judged good and is good once. It is used up by the transaction of what it was given
 * for, so that a refusal for any other reason leaves it to the person who got it.
 */
export interface OneTimeProof {
  /** Holds while nobody has used it up. */
  unspent: SQL;
  spend: Statement;
  /** Throws what a used one is refused with, where it was used up meanwhile. */
  stillGood(): Promise<void>;
}

/** Writes the statements and uses the proofs up, or neither. Throws GuardFailed for the guards, like `commit`. */
export async function commitSpending(
  context: Context,
  proofs: readonly OneTimeProof[],
  guards: readonly SQL[],
  statements: readonly Statement[],
): Promise<void> {
  try {
    await commit(
      context,
      [...proofs.map(({ unspent }) => unspent), ...guards],
      [...proofs.map(({ spend }) => spend), ...statements],
    );
  } catch (error) {
    if (error instanceof GuardFailed) for (const proof of proofs) await proof.stillGood();
    throw error;
  }
}

import type { SQL } from 'drizzle-orm';
import type { Context } from '#edge/kernel/context.ts';
import { commit, GuardFailed } from './commit.ts';
import type { Statement } from './statement.ts';

/**
 * A verified one-time code, ticket or consent. It is consumed in the transaction that it authorises, so that a refusal for
 * another reason leaves it valid.
 */
export interface OneTimeProof {
  /** Guard: it has not been consumed. */
  unspent: SQL;
  spend: Statement;
  /** Throws the error for a consumed proof if it was consumed concurrently. */
  stillGood(): Promise<void>;
}

/** Writes the statements and consumes the proofs atomically. Throws GuardFailed like `commit`. */
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

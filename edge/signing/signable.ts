import { AppError } from '#core/errors.ts';
import type { ConsentSubject } from '#core/task/consent-calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { ChooseKey } from './choose-key.ts';
import type { SignSteps } from './sign-steps.ts';

/**
 * A kind of thing that people sign, as the signing act needs it. Tasks and quick signing each define theirs, and
 * worker.ts hands them to `signing`.
 */
export interface Signable<Input = unknown> {
  kind: ConsentSubject['kind'];
  /**
   * The name of what is to be signed. Throws the reason why the person may not sign it now, and REVISION_CHANGED unless
   * they saw its documents as they are.
   */
  title(context: SignedInContext, id: string, seen: SeenDocuments): Promise<string>;
  /** Signs with the key that `choose` finds; `input` is what the person asked for. */
  sign(
    input: Input,
    context: SignedInContext,
    steps: SignSteps,
    choose: ChooseKey,
  ): Promise<NonNullable<UkeySigningState['done']>>;
}

/** Throws NOT_FOUND for a kind that nobody defined. */
export function signableOf(signables: readonly Signable[], kind: string): Signable {
  const found = signables.find((one) => one.kind === kind);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

import { plainAccessCode } from '#core/task/signer-proofs.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * Keyed digest of the code that a sender tells a signer by another way: of no use without the key, and of another value for
 * each signer.
 */
export const hashAccessCode = (
  { keys }: Pick<Context, 'keys'>,
  signerId: string,
  code: string,
): Promise<string> => keys.indexOf(`${signerId}|${plainAccessCode(code)}`, 'access-code');

import type { ParsedInputOf } from '#core/call.ts';
import type { beginQuickUkey as call } from '#core/quicksign/ukey-calls.ts';
import type { UkeySigningState } from '#core/task/ukey-calls.ts';
import { requireVerifiedName } from '#edge/identity/require-verified-name.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { checkSeen } from '#edge/signing/check-seen.ts';
import { beginUkey } from '#edge/signing/sign-with-ukey.ts';
import type { Signable } from '#edge/signing/signable.ts';
import { readGroup, stateAfter } from './read-group.ts';
import { checkQuickSigning, type QuickSigning, signQuickAs } from './sign-quick-files.ts';

/** A group of files of quick signing, as the signing act sees it. */
export const signableGroup: Signable<QuickSigning> = {
  kind: 'QUICK',
  async title(context, id, seen) {
    const { group, files } = await readGroup(context, id);
    stateAfter(group, 'sign');
    requireVerifiedName(context);
    await checkSeen(context, seen, files);
    return group.name;
  },
  sign: signQuickAs,
};

/** Begins to sign a group with a UKey; the calls of edge/signing go on with it. */
export async function beginQuickUkey(
  { id, seen, ukeySerial, placements }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<UkeySigningState> {
  await checkQuickSigning({ id, seen, placements }, context);
  const input = { id, seen, placements, consent: { method: 'UKEY' } };
  return beginUkey(context, id, ukeySerial, { signable: signableGroup, input });
}

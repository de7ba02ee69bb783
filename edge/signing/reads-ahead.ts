import type { SignerConsent } from '#core/task/calls.ts';
import type { SeenDocuments } from '#core/task/seen.ts';
import { readFlows } from '#edge/approval/resolve-approval.ts';
import { signPasswordHash } from '#edge/identity/judge-sign-password.ts';
import { personKey, type SignedInContext } from '#edge/kernel/context.ts';
import { certificatesOf } from '#edge/pki/authority.ts';
import { sealsToUse } from '#edge/seal/use-seals.ts';
import { lastOfTrail } from '#edge/trail/trail-of.ts';
import { readsOfSeen } from './open-as-seen.ts';

/**
 * What every signing with a key of the product asks the database before it writes, to be asked in one exchange. All of it
 * is guarded by the transaction that writes the signature, as it was when it was asked one after the other.
 */
export const readsOfSigning = (
  context: SignedInContext,
  {
    id,
    seen,
    consent,
    sealIds,
  }: { id: string; seen: SeenDocuments; consent?: SignerConsent; sealIds: readonly string[] },
): Promise<unknown>[] => [
  ...readsOfSeen(context, seen),
  lastOfTrail(context, id).execute(),
  sealsToUse(context, sealIds),
  ...(context.actor.entId === '' ? [] : [readFlows(context, context.actor.entId)]),
  ...(sealIds.length === 0
    ? [certificatesOf(context, { ownerKey: personKey(context.actor.accountId), purpose: 'PERSON' }, 'RSA')]
    : []),
  ...(consent?.method === 'PASSWORD' ? [signPasswordHash(context)] : []),
];

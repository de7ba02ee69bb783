import { maskMail, maskMobile } from '#core/identity/mask.ts';
import { sha256Hex } from '#core/sha256.ts';
import type { PartyType } from '#core/task/plan.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import type { ResolvedParty } from '#edge/sending/sending-part.ts';
import type { SignerRow } from '#edge/signing/rows.ts';
import { resolveParties } from './parties.ts';

/** Who a signer or CC party is and how they are reached, as stored. */
export type NamedRow = Pick<
  SignerRow,
  | 'id'
  | 'ownerKey'
  | 'entName'
  | 'entKey'
  | 'userName'
  | 'accountId'
  | 'claimedAt'
  | 'mobileIndex'
  | 'mobileSealed'
  | 'emailSealed'
>;

/** The same as it can be read: the sealed fields opened. A CC party has no department. */
export interface PartyDetails {
  entName: string;
  userName: string;
  department: string;
  mobile: string;
  email: string;
}

/** What a correction names; an absent field stays as it is. */
export type CorrectedDetails = { [Key in keyof PartyDetails]?: PartyDetails[Key] | undefined };

/** Differs after every change of who a party is, also one that leads back: each seals the number and the address anew. */
export const editionOf = ({
  id,
  ownerKey,
  accountId,
  mobileSealed,
  emailSealed,
}: NamedRow): Promise<string> => sha256Hex([id, ownerKey, accountId, mobileSealed, emailSealed].join('\n'));

/** By what a party is reached: the number, or the address in its place. */
export const contactOf = ({ mobile, email }: PartyDetails): string => mobile || email.toLowerCase();

export async function openDetails(
  { keys }: Context,
  { id, entName, userName, mobileSealed, emailSealed }: NamedRow,
  department = '',
): Promise<PartyDetails> {
  const [mobile, email] = await Promise.all([
    mobileSealed ? keys.openField(mobileSealed, `mobile:${id}`) : '',
    emailSealed ? keys.openField(emailSealed, `email:${id}`) : '',
  ]);
  return { entName, userName, department, mobile, email };
}

/**
 * A party after its correction: its columns, the same opened, and whom it names where that is somebody else; null: the same.
 * Throws InputRefused if nobody could reach it.
 */
export async function namedAnew(
  context: SignedInContext,
  former: NamedRow & { type: PartyType },
  before: PartyDetails,
  input: CorrectedDetails,
): Promise<{ columns: NamedRow; after: PartyDetails; party: ResolvedParty | null }> {
  const { keys } = context;
  const { id, type } = former;
  const after: PartyDetails = {
    entName: type === 'ENTERPRISE' ? (input.entName ?? before.entName) : '',
    userName: input.userName ?? before.userName,
    mobile: input.mobile ?? before.mobile,
    department: input.department ?? before.department,
    email: input.email ?? before.email,
  };
  if (contactOf(after) === '') throw new InputRefused([{ path: 'email', problem: 'rule:email' }]);
  const isOther =
    (['entName', 'userName'] as const).some((key) => after[key] !== before[key]) ||
    contactOf(after) !== contactOf(before);
  const party = isOther ? await resolved(context, former, before, after) : null;
  if (party) after.entName = type === 'ENTERPRISE' ? party.entName : '';
  const { ownerKey, accountId, entKey, mobileIndex } = party ?? former;
  return {
    columns: {
      id,
      ownerKey,
      accountId,
      entKey,
      mobileIndex,
      entName: after.entName,
      claimedAt: party ? null : former.claimedAt,
      userName: after.userName,
      // Sealed anew, so that the edition differs; without a number, the address is.
      mobileSealed: after.mobile && (await keys.sealField(after.mobile, `mobile:${id}`)),
      emailSealed: after.email ? await keys.sealField(after.email, `email:${id}`) : '',
    },
    after,
    party,
  };
}

/** Whom the corrected names mean. What stays as it was keeps its account, whatever number that has by now. */
async function resolved(
  context: SignedInContext,
  { ownerKey, type, accountId, mobileIndex }: NamedRow & { type: PartyType },
  before: PartyDetails,
  after: PartyDetails,
): Promise<ResolvedParty> {
  const isSameEnterprise = after.entName === before.entName && ownerKey.startsWith('E:');
  const [party] = await resolveParties(context, [
    {
      type,
      ...(isSameEnterprise ? { entId: ownerKey.slice('E:'.length) } : {}),
      entName: after.entName,
      userName: after.userName,
      mobile: after.mobile,
      email: after.email,
    },
  ]);
  if (contactOf(after) !== contactOf(before) || accountId === '') return party!;
  return { ...party!, accountId, mobileIndex, ...(type === 'PERSON' ? { ownerKey } : {}) };
}

/** Whether two rows are one and the same party of a task. */
export const isSameParty = (one: NamedRow, other: NamedRow): boolean =>
  (one.ownerKey || one.entKey) === (other.ownerKey || other.entKey) &&
  (one.mobileIndex === other.mobileIndex || (one.accountId !== '' && one.accountId === other.accountId));

/** Whether the task is somebody else's, or goes to another number. */
export const isMoved = (one: NamedRow, other: NamedRow): boolean =>
  (['ownerKey', 'accountId', 'entKey', 'mobileIndex'] as const).some((key) => one[key] !== other[key]);

export const shortName = ({ entName, userName }: PartyDetails): string =>
  [entName, userName].filter(Boolean).join(' ');

/** Before and after for the trail, which all parties read: who it is, and masked what else has changed. */
export function described(before: PartyDetails, after: PartyDetails): string {
  const words = (one: PartyDetails) =>
    [
      shortName(one),
      maskMobile(one.mobile),
      before.department === after.department ? '' : one.department,
      before.email === after.email ? '' : maskMail(one.email),
    ]
      .filter(Boolean)
      .join(' ');
  return `${words(before)} → ${words(after)}`;
}

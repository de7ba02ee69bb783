import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import type { InvitationState } from '#core/invitation/calls.ts';
import { account, copyParty, document, signer, task } from '#db/schema/index.ts';
import { hasContact, openContact, openPartyContact } from '#edge/identity/address-of.ts';
import { findInvitation } from '#edge/invitation/invitations.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import type { TaskRow } from './read-task.ts';

const MINUTE = 60_000;
const PER_MINUTE = 120;

type AccountRow = typeof account.$inferSelect;

/** A signer or CC party, as far as its link is concerned. */
interface Invitee {
  id: string;
  ownerKey: string;
  entName: string;
  userName: string;
  accountId: string;
  mobileIndex: string;
  mobileSealed: string;
  emailSealed: string;
  isCopy: boolean;
  /** Whether an enterprise is meant, and whether it is the recipient's turn. */
  ofEnterprise: boolean;
  signs: boolean;
}

export interface Invitation {
  codeHash: string;
  /** When it was first opened; null: never. */
  openedAt: number | null;
  state: InvitationState;
  task: TaskRow;
  party: Invitee;
  /** The recipient's account; null while the number has none. */
  person: AccountRow | null;
  files: number;
  pages: number;
}

/**
 * The link of a code with its task and recipient; null in place of the link of somebody who is the recipient no more. Reads
 * only. Throws INVITATION_UNKNOWN, TOO_OFTEN.
 */
export async function readInvitation(context: Context, code: string): Promise<Invitation | null> {
  const { db } = context;
  if ((await countFromAddress(context, 'invitation', MINUTE)) > PER_MINUTE) throw new AppError('TOO_OFTEN');
  const link = await findInvitation(context, code);
  if (!link) throw new AppError('INVITATION_UNKNOWN');
  const [[row], [signing], [copy], documents] = await db.batch([
    db.select().from(task).where(eq(task.id, link.taskId)),
    db.select().from(signer).where(eq(signer.id, link.partyId)),
    db.select().from(copyParty).where(eq(copyParty.id, link.partyId)),
    db.select({ pages: document.pages }).from(document).where(eq(document.taskId, link.taskId)),
  ]);
  const party = signing ?? copy;
  if (!row || !party || party.mobileIndex !== link.mobileIndex) return null;
  const person = await recipientOf(context, party);
  if (person ? person.status !== 'ENABLE' : party.accountId !== '') return null;
  const state = stateOf(row, context.now);
  return {
    codeHash: link.codeHash,
    openedAt: link.openedAt,
    state,
    task: row,
    party: {
      ...party,
      isCopy: !signing,
      ofEnterprise: signing ? signing.type === 'ENTERPRISE' : party.entName !== '',
      signs: state === 'OPEN' && row.state === 'IN_PROGRESS' && signing?.state === 'SIGNING',
    },
    person,
    files: documents.length,
    pages: documents.reduce((sum, { pages }) => sum + pages.length, 0),
  };
}

/** The account of a party: the one that it is, or the one that has its number or address by now. */
async function recipientOf(
  { db }: Context,
  { accountId, mobileIndex }: Pick<Invitee, 'accountId' | 'mobileIndex'>,
): Promise<AccountRow | null> {
  const [row] = await db
    .select()
    .from(account)
    .where(accountId ? eq(account.id, accountId) : hasContact(mobileIndex))
    .orderBy(account.createdAt)
    .limit(1);
  return row ?? null;
}

/** By what the recipient is reached: their account's present number or address, or what the sender gave. */
export const contactOfInvitee = (context: Context, { party, person }: Invitation): Promise<string> =>
  person ? openContact(context, person) : openPartyContact(context, party);

function stateOf({ state, endReason, voidState, deadline }: TaskRow, now: number): InvitationState {
  if (voidState === 'VOIDED') return 'VOIDED';
  // A task that failed its approval was never sent; it is shown as withdrawn.
  if (state === 'REVOKED' || endReason === 'REVIEW_FAILED') return 'WITHDRAWN';
  if (state === 'ENDED') return endReason ?? 'COMPLETED';
  return deadline <= now ? 'EXPIRED' : 'OPEN';
}

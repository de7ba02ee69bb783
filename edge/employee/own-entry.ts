import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type * as calls from '#core/employee/entry-calls.ts';
import {
  ITEM_MACHINE,
  isAsked,
  isWanted,
  judgeValue,
  NEWCOMER_MACHINE,
  OPEN_STATES,
} from '#core/employee/newcomer.ts';
import { AppError } from '#core/errors.ts';
import { maskMobile } from '#core/identity/mask.ts';
import { next } from '#core/machine.ts';
import { maskName } from '#core/realname/mask.ts';
import {
  account,
  enterprise,
  joinApplication,
  member,
  newcomer,
  newcomerImage,
  newcomerItem,
} from '#db/schema/index.ts';
import { tellPerson } from '#edge/company/records.ts';
import { hashToken } from '#edge/identity/tokens.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { giveTicket } from '#edge/sync/tickets.ts';
import {
  changeNewcomer,
  newcomerUnchanged,
  openNewcomerField,
  openNewcomerName,
  openReason,
  readItems,
  readOwnNewcomer,
  recordNewcomer,
  sealValue,
} from './read-newcomer.ts';

/** How many of one's own forms are listed. */
const OWN_LISTED = 20;

/** The file of a link that is the last one sent. Throws NEWCOMER_LINK_INVALID, NEWCOMER_CLOSED. */
async function readLink(context: Context, token: string) {
  const [found] = await context.db
    .select({ row: newcomer, entName: enterprise.name })
    .from(newcomer)
    .innerJoin(enterprise, eq(enterprise.id, newcomer.enterpriseId))
    .where(eq(newcomer.linkHash, await hashToken(token)));
  if (!found) throw new AppError('NEWCOMER_LINK_INVALID');
  if (!OPEN_STATES.includes(found.row.state)) throw new AppError('NEWCOMER_CLOSED');
  return found;
}

/** What a link is for. Throws NEWCOMER_LINK_OVER after its end, unless it was used: then one logs in. */
export async function openEntryLink(
  input: ParsedInputOf<typeof calls.openEntryLink>,
  context: Context,
): Promise<OutputOf<typeof calls.openEntryLink>> {
  const { row, entName } = await readLink(context, input.token);
  const claimed = row.accountId !== '';
  if (!claimed && row.linkEndsAt < context.now) throw new AppError('NEWCOMER_LINK_OVER');
  return {
    entName,
    name: maskName(await openNewcomerName(context, row)),
    mobile: maskMobile(await openNewcomerField(context, row, 'mobile')),
    claimed,
    endsAt: row.linkEndsAt,
  };
}

/**
 * Makes the file the account's own: once, by the link, with the mobile number that HR entered. Who has it already goes on.
 * Throws NEWCOMER_OTHER_NUMBER, NEWCOMER_LINK_USED, NEWCOMER_LINK_OVER, NEWCOMER_OTHER_ID.
 */
export async function claimEntry(
  input: ParsedInputOf<typeof calls.claimEntry>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.claimEntry>> {
  const { actor, db, now } = context;
  const { row } = await readLink(context, input.token);
  if (row.accountId === actor.accountId) return { newcomerId: row.id };
  const [own] = await db
    .select({
      mobileIndex: account.mobileIndex,
      idNumberIndex: account.idNumberIndex,
      status: account.personalAuthStatus,
    })
    .from(account)
    .where(eq(account.id, actor.accountId));
  if (own?.mobileIndex !== row.mobileIndex) {
    const mobile = maskMobile(await openNewcomerField(context, row, 'mobile'));
    throw new AppError('NEWCOMER_OTHER_NUMBER', { mobile });
  }
  if (row.accountId !== '') throw new AppError('NEWCOMER_LINK_USED');
  if (row.linkEndsAt < now) throw new AppError('NEWCOMER_LINK_OVER');
  if (own.status === 'AUTH' && own.idNumberIndex && own.idNumberIndex !== row.idNumberIndex)
    throw new AppError('NEWCOMER_OTHER_ID');
  const state = next(NEWCOMER_MACHINE, row.state, 'claim');
  if (state === null) throw new AppError('NEWCOMER_LINK_USED');
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      changeNewcomer(context, row, { state, accountId: actor.accountId }),
      recordNewcomer(context, row, 'CLAIMED'),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return { newcomerId: row.id };
}

/** One's own forms, without values: those lie in the draft, and what was handed in is HR's to see. */
export async function listOwnEntries(
  _input: unknown,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listOwnEntries>> {
  const { actor, db } = context;
  const rows = await db
    .select({ row: newcomer, entName: enterprise.name, memberId: member.id, applyId: joinApplication.id })
    .from(newcomer)
    .innerJoin(enterprise, eq(enterprise.id, newcomer.enterpriseId))
    .leftJoin(
      member,
      and(
        eq(member.enterpriseId, newcomer.enterpriseId),
        eq(member.accountId, actor.accountId),
        isNull(member.leftAt),
      ),
    )
    .leftJoin(
      joinApplication,
      and(
        eq(joinApplication.enterpriseId, newcomer.enterpriseId),
        eq(joinApplication.accountId, actor.accountId),
        eq(joinApplication.state, 'PENDING'),
      ),
    )
    .where(and(eq(newcomer.accountId, actor.accountId), ne(newcomer.state, 'CANCELLED')))
    .orderBy(desc(newcomer.createdAt), desc(newcomer.id))
    .limit(OWN_LISTED);
  const open = rows.filter(({ row }) => OPEN_STATES.includes(row.state)).map(({ row }) => row.id);
  const items = open.length > 0 ? await readItems(context, open) : [];
  const entries = rows.map(async ({ row, entName, memberId, applyId }) => ({
    newcomerId: row.id,
    entId: row.enterpriseId,
    entName,
    realName: await openNewcomerName(context, row),
    state: row.state,
    since: row.since,
    member: memberId !== null || applyId !== null,
    items: await Promise.all(
      items
        .filter((item) => item.newcomerId === row.id && item.shownTo === 'NEWCOMER')
        .map(async (item) => ({
          itemId: item.id,
          name: item.name,
          category: item.category,
          type: item.type,
          length: item.length,
          options: item.options,
          required: item.required,
          shownTo: 'NEWCOMER' as const,
          // A verdict is the newcomer's to know once HR has sent the file back.
          state:
            row.state === 'TO_REVIEW' && item.state !== 'TO_COLLECT' ? ('TO_REVIEW' as const) : item.state,
          reason: row.state === 'TO_CORRECT' ? await openReason(context, item) : '',
        })),
    ),
  }));
  return { entries: await Promise.all(entries) };
}

/** Lets the newcomer, and nobody else, into the room of the form's draft. */
export async function enterEntryRoom(
  input: ParsedInputOf<typeof calls.enterEntryRoom>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.enterEntryRoom>> {
  const row = await readOwnNewcomer(context, input.newcomerId);
  return giveTicket(context, `newcomer:${row.id}`, 'write');
}

/** Hands the form in. Throws INPUT_INVALID with a sentence at each wrong field, NEWCOMER_CHANGED. */
export async function handInEntry(
  input: ParsedInputOf<typeof calls.handInEntry>,
  context: SignedInContext,
): Promise<null> {
  const row = await readOwnNewcomer(context, input.newcomerId);
  const state = next(NEWCOMER_MACHINE, row.state, 'handIn');
  if (state === null) throw new AppError('NEWCOMER_CHANGED');
  const [all, pictures] = await Promise.all([
    readItems(context, [row.id]),
    context.db
      .select({ id: newcomerImage.id, itemId: newcomerImage.itemId })
      .from(newcomerImage)
      .where(eq(newcomerImage.newcomerId, row.id)),
  ]);
  const items = all.filter(isAsked);
  if (Object.keys(input.values).some((itemId) => !items.some(({ id }) => id === itemId)))
    throw new AppError('NEWCOMER_CHANGED');
  const problems: { path: string; problem: string }[] = [];
  const statements: Statement[] = [];
  for (const item of items) {
    const judged = judgeValue(item, input.values[item.id] ?? '', isWanted(item));
    const { value } = judged;
    const isThere = () => pictures.some(({ id, itemId }) => id === value && itemId === item.id);
    const problem =
      judged.problem ??
      (item.type === 'IMAGE' && value !== '' && !isThere() ? 'newcomer:rule.picture' : undefined);
    if (problem) problems.push({ path: `values.${item.id}`, problem });
    else if (value !== '')
      statements.push(
        context.db
          .update(newcomerItem)
          .set({
            state: next(ITEM_MACHINE, item.state, 'handIn') ?? item.state,
            valueSealed: await sealValue(context, item.id, value),
            reasonSealed: '',
          })
          .where(eq(newcomerItem.id, item.id)),
      );
  }
  if (problems.length > 0) throw new InputRefused(problems);
  await commit(
    context,
    [newcomerUnchanged(row)],
    [
      ...statements,
      changeNewcomer(context, row, { state }),
      recordNewcomer(context, row, 'HANDED_IN'),
      tellPerson(
        context,
        row.createdBy,
        'NEWCOMER_HANDED_IN',
        { name: await openNewcomerName(context, row) },
        { entId: row.enterpriseId, category: 'approval' },
      ),
    ],
    new AppError('NEWCOMER_CHANGED'),
  );
  return null;
}

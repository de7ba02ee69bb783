import { and, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { errorText } from '#core/locales/error-text.ts';
import type * as calls from '#core/signinglink/calls.ts';
import type { SigningLinkState } from '#core/signinglink/calls.ts';
import { signingLinkPath } from '#core/signinglink/code.ts';
import { signer, signingLink, signingLinkEntry, template } from '#db/schema/index.ts';
import { openSetup } from '#edge/batch/setup.ts';
import { seesAll } from '#edge/identity/check-access.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { publicAddress } from '#edge/kernel/public-address.ts';
import { belowRow } from '#edge/kernel/storage/below-row.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { counterCode } from './codes.ts';
import { whyNobody } from './publisher.ts';

export type LinkRow = typeof signingLink.$inferSelect;

/** Links within the actor's reach: their own, or all of the enterprise for those who oversee its tasks. */
const reached = ({ actor }: SignedInContext): SQL | undefined =>
  and(
    eq(signingLink.ownerKey, actor.ownerKey),
    seesAll(actor) ? undefined : eq(signingLink.creatorId, actor.accountId),
  );

/** A link within the actor's reach. Throws NOT_FOUND. */
export async function reachLink(context: SignedInContext, linkId: string): Promise<LinkRow> {
  const [row] = await context.db
    .select()
    .from(signingLink)
    .where(and(reached(context), eq(signingLink.id, linkId)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** What a link does at this moment by its own rules, whatever its publisher may. */
export function stateOf(
  { state, until, limit, sent }: Pick<LinkRow, 'state' | 'until' | 'limit' | 'sent'>,
  now: number,
): SigningLinkState {
  if (state === 'STOPPED') return 'STOPPED';
  if (until !== null && until <= now) return 'ENDED';
  return limit !== null && sent >= limit ? 'FULL' : 'OPEN';
}

const PENDING = sql<number>`(select count(*) from signing_link_entry where signing_link_entry.link_id = signing_link.id and signing_link_entry.state = 'PENDING')`;

const factsOf = (row: LinkRow, pending: number, now: number) => ({
  linkId: row.id,
  taskName: row.taskName,
  templateName: row.templateName,
  creator: row.creatorName,
  createTime: row.createdAt,
  state: stateOf(row, now),
  limit: row.limit,
  until: row.until,
  approval: row.approval,
  sent: row.sent,
  pending,
});

export async function listSigningLinks(
  input: ParsedInputOf<typeof calls.listSigningLinks>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.listSigningLinks>> {
  const { db, now } = context;
  const where = and(reached(context), containsIf(signingLink.taskName, input.taskName));
  const { below, paging } = await belowRow(db, input, {
    table: signingLink,
    by: signingLink.createdAt,
    key: signingLink.id,
    own: reached(context),
  });
  const { rows, page } = await readPage(
    db,
    paging,
    db
      .select({ link: signingLink, pending: PENDING })
      .from(signingLink)
      .where(and(where, below))
      .orderBy(desc(signingLink.createdAt), desc(signingLink.id)),
    db.select({ n: count() }).from(signingLink).where(where),
  );
  return { records: rows.map(({ link, pending }) => factsOf(link, pending, now)), ...page };
}

export async function readSigningLink(
  { linkId }: ParsedInputOf<typeof calls.readSigningLink>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.readSigningLink>> {
  const { db, now, language } = context;
  const row = await reachLink(context, linkId);
  const { plan, varying } = await openSetup(context, row.id, row.setupSealed);
  const [[waiting], [newer], refusal] = await Promise.all([
    db
      .select({ n: count() })
      .from(signingLinkEntry)
      .where(and(eq(signingLinkEntry.linkId, row.id), eq(signingLinkEntry.state, 'PENDING'))),
    db
      .select({ id: template.id })
      .from(template)
      .where(
        and(
          eq(template.id, row.templateId),
          ne(template.versionId, plan.documents[0]?.template?.versionId ?? ''),
        ),
      ),
    stateOf(row, now) === 'OPEN' ? whyNobody(context, row) : null,
  ]);
  return {
    ...factsOf(row, waiting?.n ?? 0, now),
    url: publicAddress(context, signingLinkPath(await openCode(context, row))),
    opener: row.openerRole,
    parties: plan.signers
      .filter(({ signerId }) => !varying.includes(signerId))
      .map(({ entName, userName }) => entName || userName),
    allowed: await openAllowed(context, row),
    repeats: row.repeats,
    counterOnly: row.counterOnly,
    problem: refusal ? errorText(refusal, language) : '',
    outdated: newer !== undefined,
  };
}

/** What a screen at a counter shows: no name and no number. */
export async function readSigningLinkCounter(
  { linkId }: ParsedInputOf<typeof calls.readSigningLinkCounter>,
  context: SignedInContext,
): Promise<OutputOf<typeof calls.readSigningLinkCounter>> {
  const row = await reachLink(context, linkId);
  const [signed] = await context.db
    .select({ n: count() })
    .from(signingLinkEntry)
    .innerJoin(
      signer,
      and(
        eq(signer.taskId, signingLinkEntry.taskId),
        eq(signer.accountId, signingLinkEntry.accountId),
        eq(signer.state, 'SIGNED'),
      ),
    )
    .where(eq(signingLinkEntry.linkId, row.id));
  const code = await openCode(context, row);
  return {
    taskName: row.taskName,
    state: stateOf(row, context.now),
    url: publicAddress(context, signingLinkPath(code, await counterCode(context, row.id))),
    signed: signed?.n ?? 0,
  };
}

const openCode = ({ keys }: Context, { id, codeSealed }: LinkRow): Promise<string> =>
  keys.openField(codeSealed, `signingLink:${id}`);

/** The numbers that a link takes; empty: everybody. */
export async function openAllowed(
  { keys }: Context,
  { id, allowedSealed }: Pick<LinkRow, 'id' | 'allowedSealed'>,
): Promise<string[]> {
  if (allowedSealed === '') return [];
  const numbers: string[] = JSON.parse(await keys.openField(allowedSealed, `signingLinkAllowed:${id}`));
  return numbers;
}

export const sealAllowed = async (
  { keys }: Context,
  linkId: string,
  allowed: readonly string[],
): Promise<string> =>
  allowed.length === 0
    ? ''
    : keys.sealField(JSON.stringify([...new Set(allowed)]), `signingLinkAllowed:${linkId}`);

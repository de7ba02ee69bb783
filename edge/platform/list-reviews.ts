import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { oneOf } from '#core/one-of.ts';
import type { listReviews as call, ReviewRow } from '#core/platform/calls.ts';
import { ROUTES } from '#core/realname/states.ts';
import { account, realnameApplication } from '#db/schema/index.ts';
import { openRealName, REAL_NAME } from '#edge/identity/names.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { contains } from '#edge/kernel/storage/contains.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { type ApplicationRow, titleOf } from '#edge/realname/applications.ts';
import { personNameIndex } from '#edge/realname/sealed-fields.ts';

export const rowOf = async (context: Context, row: ApplicationRow, reviewer: string): Promise<ReviewRow> => ({
  applicationId: row.id,
  subject: row.subject,
  name: await titleOf(context, row),
  route: oneOf(ROUTES, row.route),
  state: row.state,
  recertify: row.before !== 'UNAUTH',
  submitTime: row.submittedAt ?? row.createdAt,
  decideTime: row.decidedAt,
  reviewer,
});

/** Finds enterprises by part of their name, and persons, whose names are encrypted, by the exact name. */
async function isNamed(context: Context, subject: ReviewRow['subject'], name: string): Promise<SQL> {
  if (subject === 'PERSON') return eq(realnameApplication.nameIndex, await personNameIndex(context, name));
  return contains(realnameApplication.name, name);
}

/**
 * Submitted applications; FACE and TRANSFER applications are listed for information, only REVIEWING ones can be
 * decided.
 */
export async function listReviews(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { db } = context;
  const where = and(
    input.state
      ? eq(realnameApplication.state, input.state)
      : inArray(realnameApplication.state, ['REVIEWING', 'PASSED', 'REJECTED', 'ENDED']),
    eq(realnameApplication.subject, input.subject),
    sql`${realnameApplication.route} <> ''`,
    input.name ? await isNamed(context, input.subject, input.name) : undefined,
  );
  const waiting = input.state === 'REVIEWING';
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select({ row: realnameApplication, reviewer: REAL_NAME })
      .from(realnameApplication)
      .leftJoin(account, eq(account.id, realnameApplication.reviewerId))
      .where(where)
      .orderBy(
        waiting ? asc(realnameApplication.submittedAt) : desc(realnameApplication.submittedAt),
        asc(realnameApplication.id),
      ),
    db.select({ n: count() }).from(realnameApplication).where(where),
  );
  return {
    records: await Promise.all(
      rows.map(async ({ row, reviewer }) => rowOf(context, row, await openRealName(context, reviewer))),
    ),
    ...page,
  };
}

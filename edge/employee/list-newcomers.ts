import { and, asc, count, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { OPEN_STATES } from '#core/employee/newcomer.ts';
import type { listNewcomers as call, NewcomerRow } from '#core/employee/newcomer-calls.ts';
import { maskMobile } from '#core/identity/mask.ts';
import { isMobile } from '#core/validate/mobile.ts';
import { toPlain } from '#core/validate/text.ts';
import { employee, newcomer, newcomerItem } from '#db/schema/index.ts';
import { departmentPaths } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { isAmong, namesContain, scanSealed, vectorOf } from '#edge/kernel/storage/scan-sealed.ts';
import { type NewcomerSource, openNewcomerField, openNewcomerName } from './read-newcomer.ts';

/** Newcomers in one state: of those under way the longest waiting first, of the others the newest. */
export async function listNewcomers(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const { actor, db } = context;
  const own = eq(newcomer.enterpriseId, actor.entId);
  const among = and(
    own,
    input.state === 'ARCHIVED'
      ? eq(newcomer.archived, true)
      : and(eq(newcomer.archived, false), eq(newcomer.state, input.state)),
  );
  const open = OPEN_STATES.some((state) => state === input.state);
  const name = input.name?.replace(/\s+/g, '');
  const named = name ? await newcomersNamed(context, name, among) : null;
  const where = named ? and(among, inArray(newcomer.id, [...named, ''])) : among;
  const [rows, [total], states, pathOf] = await Promise.all([
    db
      .select()
      .from(newcomer)
      .where(where)
      .orderBy(
        ...(open ? [asc(newcomer.since), asc(newcomer.id)] : [desc(newcomer.since), desc(newcomer.id)]),
      )
      .limit(input.size)
      .offset((input.current - 1) * input.size),
    db.select({ n: count() }).from(newcomer).where(where),
    db
      .select({ state: newcomer.state, archived: newcomer.archived, n: count() })
      .from(newcomer)
      .where(own)
      .groupBy(newcomer.state, newcomer.archived),
    departmentPaths(context, actor.entId),
  ]);
  const counts: Record<string, number> = {};
  for (const { state, archived, n } of states) {
    const key = archived ? 'ARCHIVED' : state;
    counts[key] = (counts[key] ?? 0) + n;
  }
  return {
    records: await rowsOf(context, rows, pathOf),
    total: total?.n ?? 0,
    current: input.current,
    size: input.size,
    counts,
  };
}

/** Rows as the list shows them. */
export async function rowsOf(
  context: SignedInContext,
  rows: readonly NewcomerSource[],
  pathOf: (departmentId: string) => string[],
): Promise<NewcomerRow[]> {
  const { actor, db } = context;
  const ids = [...rows.map(({ id }) => id), ''];
  const numbers = [...rows.map(({ idNumberIndex }) => idNumberIndex), ''];
  const [materials, former] = await Promise.all([
    db
      .select({
        newcomerId: newcomerItem.newcomerId,
        asked: count(),
        given: sql<number>`sum(${newcomerItem.valueSealed} <> '')`,
      })
      .from(newcomerItem)
      .where(inArray(newcomerItem.newcomerId, ids))
      .groupBy(newcomerItem.newcomerId),
    db
      .select({ idNumberIndex: employee.idNumberIndex })
      .from(employee)
      .where(
        and(
          eq(employee.enterpriseId, actor.entId),
          eq(employee.state, 'DEPARTED'),
          inArray(employee.idNumberIndex, numbers),
        ),
      ),
  ]);
  return Promise.all(
    rows.map(async (row): Promise<NewcomerRow> => {
      const counted = materials.find(({ newcomerId }) => newcomerId === row.id);
      return {
        newcomerId: row.id,
        realName: await openNewcomerName(context, row),
        mobile: maskMobile(await openNewcomerField(context, row, 'mobile')),
        department: pathOf(row.departmentId),
        state: row.state,
        archived: row.archived,
        since: row.since,
        addedAt: row.createdAt,
        asked: counted?.asked ?? 0,
        given: Number(counted?.given ?? 0),
        returning: former.some(({ idNumberIndex }) => idNumberIndex === row.idNumberIndex),
      };
    }),
  );
}

const ROW = { id: newcomer.id, vector: vectorOf(newcomer.nameSealed) };
const COLUMNS = Object.keys(ROW) as (keyof typeof ROW)[];
type Row = { id: string; vector: string };

/** Ids of newcomers whose name contains `part`, or whose mobile number it is. */
async function newcomersNamed(
  context: SignedInContext,
  part: string,
  among: SQL | undefined,
): Promise<string[]> {
  const { db } = context;
  // A name has no digits, and a number is found as a whole only.
  if (isMobile(toPlain(part))) {
    const digest = await context.keys.indexOf(toPlain(part), 'mobile');
    const rows = await db
      .select({ id: newcomer.id })
      .from(newcomer)
      .where(and(among, eq(newcomer.mobileIndex, digest)));
    return rows.map(({ id }) => id);
  }
  const rows = await scanSealed<Row>(
    db,
    COLUMNS,
    (after, limit) =>
      db
        .select(ROW)
        .from(newcomer)
        .where(and(among, after && gt(newcomer.id, after.id)))
        .orderBy(asc(newcomer.id))
        .limit(limit),
    (rows) => namesContain(rows, part, (unknown) => openNames(context, unknown)),
  );
  return rows.map(({ id }) => id);
}

/** The names of newcomers, in the order of `rows`. */
async function openNames(context: SignedInContext, rows: readonly Row[]): Promise<string[]> {
  const found = await context.db
    .select({ id: newcomer.id, nameSealed: newcomer.nameSealed })
    .from(newcomer)
    .where(isAmong(newcomer.id, rows));
  const sealed = new Map(found.map(({ id, nameSealed }) => [id, nameSealed]));
  return Promise.all(
    rows.map(({ id }) => openNewcomerName(context, { id, nameSealed: sealed.get(id) ?? '' })),
  );
}

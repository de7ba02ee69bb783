import { and, asc, count, eq, getTableColumns, or } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { type ClauseContent, clauseText, excerptsOf, isCompleteClause } from '#core/template/clause.ts';
import type {
  ClauseRow,
  listClauses as listCall,
  readClause as readCall,
  removeClause as removeCall,
  saveClause as saveCall,
  updateClause as updateCall,
} from '#core/template/clause-calls.ts';
import { changesOf } from '#core/template/parts.ts';
import { templateClause } from '#db/schema/index.ts';
import { namesOf } from '#edge/company/people.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { commit, withRetry } from '#edge/kernel/storage/commit.ts';
import { containsIf } from '#edge/kernel/storage/filters.ts';
import { readPage } from '#edge/kernel/storage/read-page.ts';
import { addParts, changeTime, checkName, named, newPart, recordPart, stillAsRead } from './part-history.ts';

/** Number of characters of a clause shown in lists. */
const MOST_CHARACTERS = 300;

/** The enterprise's clauses, sorted by category and name. */
export async function listClauses(
  input: ParsedInputOf<typeof listCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof listCall>> {
  const { db, actor } = context;
  const { keyword } = input;
  const where = and(
    eq(templateClause.ownerKey, actor.ownerKey),
    or(
      ...[templateClause.name, templateClause.category, templateClause.words].map((column) =>
        containsIf(column, keyword),
      ),
    ),
  );
  const { content: _, ...shown } = getTableColumns(templateClause);
  const { rows, page } = await readPage(
    db,
    input,
    db
      .select(shown)
      .from(templateClause)
      .where(where)
      .orderBy(asc(templateClause.category), asc(templateClause.name)),
    db.select({ n: count() }).from(templateClause).where(where),
  );
  const names = await namesOf(
    context,
    rows.flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy]),
  );
  return {
    records: rows.map(
      (row): ClauseRow => ({
        id: row.id,
        clauseName: row.name,
        category: row.category,
        text: row.words.length > MOST_CHARACTERS ? `${row.words.slice(0, MOST_CHARACTERS)}…` : row.words,
        createUserName: names.get(row.createdBy) ?? '',
        createTime: row.createdAt,
        updateUserName: names.get(row.updatedBy) ?? '',
        updateTime: row.updatedAt,
      }),
    ),
    ...page,
  };
}

/** Throws NOT_FOUND. */
export async function readClause(
  { id }: ParsedInputOf<typeof readCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof readCall>> {
  const row = await readOwn(context, id);
  return {
    id: row.id,
    clauseName: row.name,
    category: row.category,
    content: row.content,
    updateTime: row.updatedAt,
  };
}

/** Throws TEMPLATE_NAME_TAKEN, TEMPLATE_PARTS_FULL, INPUT_INVALID (content). */
export async function saveClause(
  { clauseName: name, category, content }: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const text = searchTextOf(content);
  await checkName(context, 'CLAUSE', name, 'clauseName');
  const id = context.newId();
  await named(name, 'clauseName', () =>
    addParts(context, 'CLAUSE', 1, [
      context.db
        .insert(templateClause)
        .values({ ...newPart(context), id, name, category, content, words: text }),
      recordPart(context, {
        kind: 'CLAUSE',
        partId: id,
        name,
        record: 'ADDED',
        changes: changesOf({}, { category, text: excerptsOf('', text).after }),
      }),
    ]),
  );
  return { id };
}

/** Throws NOT_FOUND, CONFLICT, TEMPLATE_NAME_TAKEN, INPUT_INVALID (content). */
export async function updateClause(
  input: ParsedInputOf<typeof updateCall>,
  context: SignedInContext,
): Promise<null> {
  const { db, actor } = context;
  const { clauseName: name, category } = input;
  const update = async () => {
    const row = await readOwn(context, input.id);
    const updatedAt = changeTime(context, row, input.updateTime);
    await checkName(context, 'CLAUSE', name, 'clauseName', row);
    const content = input.content ?? row.content;
    const words = input.content ? searchTextOf(input.content) : row.words;
    const text = excerptsOf(row.words, words);
    const changes = changesOf(
      { name: row.name, category: row.category, text: text.before },
      { name, category, text: text.after },
    );
    if (changes.length === 0 && JSON.stringify(content) === JSON.stringify(row.content)) return;
    await commit(
      context,
      [stillAsRead('CLAUSE', row)],
      [
        db
          .update(templateClause)
          .set({ name, category, content, words, updatedBy: actor.accountId, updatedAt })
          .where(eq(templateClause.id, row.id)),
        recordPart(context, { kind: 'CLAUSE', partId: row.id, name, record: 'CHANGED', changes }),
      ],
    );
  };
  await named(name, 'clauseName', () => withRetry(update));
  return null;
}

/** Removes a clause; text inserted from it stays in the templates. Throws NOT_FOUND. */
export async function removeClause(
  { id }: ParsedInputOf<typeof removeCall>,
  context: SignedInContext,
): Promise<null> {
  const { db } = context;
  await withRetry(async () => {
    const row = await readOwn(context, id);
    await commit(
      context,
      [stillAsRead('CLAUSE', row)],
      [
        db.delete(templateClause).where(eq(templateClause.id, id)),
        recordPart(context, { kind: 'CLAUSE', partId: id, name: row.name, record: 'REMOVED' }),
      ],
    );
  });
  return null;
}

async function readOwn({ db, actor }: SignedInContext, id: string) {
  const [row] = await db
    .select()
    .from(templateClause)
    .where(and(eq(templateClause.id, id), eq(templateClause.ownerKey, actor.ownerKey)));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

function searchTextOf(content: ClauseContent): string {
  if (!isCompleteClause(content)) throw new AppError('INPUT_INVALID', {}, 'content');
  return clauseText(content);
}

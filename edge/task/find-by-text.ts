import { inArray, type SQL, sql } from 'drizzle-orm';
import { participant, signerTextRow, taskTextRow } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';

/** Search texts of a list; undefined or empty for none. */
export interface SearchTexts {
  /** Part of a task's name or number. */
  task: string | undefined;
  /** Part of a signer's name. */
  signer: string | undefined;
}

/**
 * More tasks are not looked at one by one: the list is then read in its order. It finds its page soon, unless none of the
 * owner's newest tasks contains the text (1.4 s among a million tasks in `npm run bench -- scale`).
 */
const MOST_FOUND = 2_000;
/** The index holds parts of three characters; shorter texts are in too many tasks to be found by it. */
const SHORTEST = 3;

/**
 * Condition of the tasks that the search indexes find for the texts, whoever's they are: fewer than all, and no task that
 * contains the texts is left out. Undefined if the indexes find too many, or can't be asked. It only narrows the search:
 * what a task contains and who may see it is decided by the conditions of the list.
 */
export async function foundByText({ db }: SignedInContext, texts: SearchTexts): Promise<SQL | undefined> {
  const conditions = [
    { text: texts.task, index: sql`task_text`, row: taskTextRow },
    { text: texts.signer, index: sql`signer_text`, row: signerTextRow },
  ].flatMap(({ text = '', index, row }) => {
    const part = text.replace(/\s+/g, '');
    if ([...part].length < SHORTEST) return [];
    const phrase = `"${part.replaceAll('"', '""')}"`;
    return [
      db.all<{ id: string }>(
        sql`select ${row.taskId} as id from (select rowid from ${index} where ${index} match ${phrase} limit ${MOST_FOUND + 1}) as hit cross join ${row} on ${row.id} = hit.rowid`,
      ),
    ];
  });
  const found = (await Promise.all(conditions))
    .filter((rows) => rows.length <= MOST_FOUND)
    .sort((a, b) => a.length - b.length)[0];
  if (!found) return undefined;
  const ids = JSON.stringify([...new Set(found.map(({ id }) => id))]);
  return inArray(participant.taskId, sql`(select value from json_each(${ids}))`);
}

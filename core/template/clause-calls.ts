import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { CONSOLE } from '#core/identity/role-sets.ts';
import { empty, fixedPageInput, id, pageOf, time } from '#core/wire.ts';
import { clauseCategory, clauseContent, clauseName } from './clause.ts';

const CLAUSES: Access = {
  actor: 'enterprise',
  roles: CONSOLE,
  may: 'manage the enterprise’s clauses, and insert them into templates',
};

const LISTS = ['template.listClauses', 'template.readClause', 'template.listPartRecords'] as const;

const clauseRow = z.object({
  id,
  clauseName: z.string(),
  category: z.string(),
  /** Its text, truncated if it is long. */
  text: z.string(),
  createUserName: z.string(),
  createTime: time,
  updateUserName: z.string(),
  updateTime: time,
});
export type ClauseRow = z.output<typeof clauseRow>;

export const listClauses = defineCall({
  id: 'template.listClauses',
  method: 'GET',
  path: '/templateclause/page',
  access: CLAUSES,
  input: z.object({
    ...fixedPageInput,
    /** Searched in names, categories and texts. */
    keyword: z.string().trim().max(50).optional(),
  }),
  output: pageOf(clauseRow),
  summary: 'List the clauses of the enterprise’s library, by category and name',
});

export const readClause = defineCall({
  id: 'template.readClause',
  method: 'GET',
  path: '/templateclause/detail',
  access: CLAUSES,
  input: z.object({ id }),
  output: z.object({
    id,
    clauseName: z.string(),
    category: z.string(),
    content: clauseContent,
    updateTime: time,
  }),
  summary: 'Get a clause with its text and fields',
});

export const saveClause = defineCall({
  id: 'template.saveClause',
  method: 'POST',
  path: '/templateclause/save',
  access: CLAUSES,
  input: z.object({ clauseName, category: clauseCategory, content: clauseContent }),
  output: z.object({ id }),
  summary: 'Add a clause to the library; its name must be unique in the enterprise',
  changes: [...LISTS],
});

export const updateClause = defineCall({
  id: 'template.updateClause',
  method: 'POST',
  path: '/templateclause/updateById',
  access: CLAUSES,
  input: z.object({
    id,
    clauseName,
    category: clauseCategory,
    /** Omitted: the text stays unchanged. */
    content: clauseContent.optional(),
    /** The state that the change is based on; prevents overwriting a change that somebody else made since then. */
    updateTime: time.optional(),
  }),
  output: empty,
  summary: 'Change the name, category or text of a clause; templates that contain it are not changed',
  changes: [...LISTS],
});

export const removeClause = defineCall({
  id: 'template.removeClause',
  method: 'POST',
  path: '/templateclause/removeById',
  access: CLAUSES,
  input: z.object({ id }),
  output: empty,
  summary: 'Remove a clause from the library; templates that contain it are not changed',
  changes: [...LISTS],
});

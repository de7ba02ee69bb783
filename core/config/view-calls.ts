import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty } from '#core/wire.ts';

const VIEWS: Access = { actor: 'session', sso: true, may: 'save their own views of a list' };

const tableCode = z.string().regex(/^[\w.-]{1,60}$/);
const views = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(20),
      /** Filters and sort order as in the list's URL. */
      query: z
        .string()
        .max(1_000)
        .regex(/^[\w.~*'()%+&=-]*$/),
    }),
  )
  .max(20);

export const getTableViews = defineCall({
  id: 'config.getTableViews',
  method: 'GET',
  path: '/bc/assemble/tableviews/list',
  access: VIEWS,
  input: z.object({ tableCode }),
  output: z.object({ views }),
  summary: 'Get the person’s saved views of a list',
});

export const saveTableViews = defineCall({
  id: 'config.saveTableViews',
  method: 'POST',
  path: '/bc/assemble/tableviews/save',
  access: VIEWS,
  input: z.object({ tableCode, views }),
  output: empty,
  summary: 'Save all of the person’s views of a list, in order',
  changes: ['config.getTableViews'],
});

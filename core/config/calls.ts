import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { empty, nothing } from '#core/wire.ts';

/** [3.25a] The columns a person chose for a table. */
export const getTableColumns = defineCall({
  id: 'config.getTableColumns',
  method: 'GET',
  path: '/bc/assemble/tablecolumns/list',
  access: { actor: 'session' },
  input: z.object({ tableCode: z.string().regex(/^[\w.-]{1,60}$/) }),
  output: z.object({ columns: z.array(z.string()).nullable() }),
  summary: 'Chosen columns of a table',
});

export const saveTableColumns = defineCall({
  id: 'config.saveTableColumns',
  method: 'POST',
  path: '/bc/assemble/tablecolumns/save',
  access: { actor: 'session' },
  input: z.object({
    tableCode: z.string().regex(/^[\w.-]{1,60}$/),
    columns: z.array(z.string().max(60)).max(60),
  }),
  output: empty,
  summary: 'Keep the chosen columns of a table',
});

/** [7.11g] [3.24b] */
export const getSystemOption = defineCall({
  id: 'config.getSystemOption',
  method: 'GET',
  path: '/bc/assemble/systemoption/get',
  access: { actor: 'anyone' },
  input: nothing,
  output: z.object({
    systemName: z.string(),
    headerLogo: z.string(),
    gbState: z.enum(['ENABLE', 'DISABLE']),
    handWritImg: z.string(),
    handWrittenOcrStatus: z.enum(['ENABLE', 'DISABLE']),
  }),
  summary: 'Options of the system that pages are shown with',
});

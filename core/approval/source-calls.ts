import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { PLACEMENT_KINDS } from '#core/task/plan.ts';
import type { TemplateList } from '#core/template/room.ts';
import { id } from '#core/wire.ts';
import { READING } from './access.ts';
import { PARTY_CHANGES, PLACE_CHANGES } from './source-difference.ts';

const LISTS = ['fields', 'rows', 'options', 'signers', 'anchors'] as const satisfies readonly TemplateList[];
const factChange = z.object({ fact: z.string(), before: z.string(), after: z.string() });

/** As `ContentDifference` (core/template/diff-content.ts). */
const contentDifference = z.object({
  text: z.array(z.object({ kind: z.enum(['ADDED', 'REMOVED', 'SAME']), text: z.string() })),
  rows: z.array(
    z.object({
      list: z.enum(LISTS),
      kind: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
      name: z.string(),
      facts: z.array(factChange),
    }),
  ),
  page: z.array(factChange),
  docx: z.boolean(),
});

const source = z.object({
  fileName: z.string(),
  templateName: z.string(),
  /** Of the version that the file was made from. */
  number: z.number().int(),
  /** The version in force now, where it is another; what differs in it leads from the used one to it. */
  newer: z.object({ number: z.number().int(), difference: contentDifference }).nullable(),
  values: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      preset: z.string(),
      bySigner: z.boolean(),
      /** The value at the previous request for approval, where it was another; empty for none. */
      former: z.string().nullable(),
    }),
  ),
  parts: z.array(z.object({ name: z.string(), kept: z.boolean(), usual: z.boolean() })),
  places: z.array(
    z.object({
      change: z.enum(PLACE_CHANGES),
      kind: z.enum(PLACEMENT_KINDS),
      party: z.string(),
      page: z.number().int(),
    }),
  ),
});
export type ApprovedSource = z.output<typeof source>;

export const getSourceDifference = defineCall({
  id: 'approval.getSourceDifference',
  method: 'GET',
  path: '/docmanager/approval/source',
  access: READING,
  input: z.object({ approvalId: id }),
  output: z.object({
    /** One for each file that was made from a template; none for contracts of others. */
    sources: z.array(source),
    parties: z.array(z.object({ change: z.enum(PARTY_CHANGES), name: z.string() })),
  }),
  summary: 'How a contract under approval differs from the templates that its files were made from',
});

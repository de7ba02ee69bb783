import { z } from 'zod';
import { defineCall } from '#core/call.ts';
import { BUSINESS_TYPES } from '#core/company/business-types.ts';
import { trailLine } from '#core/task/trail-line.ts';
import { templateContent } from '#core/template/content.ts';
import { TEMPLATE_SCENES, TEMPLATE_TYPES } from '#core/template/record.ts';
import { id, pageSizes } from '#core/wire.ts';
import { READING } from './access.ts';

export const getApprovedTemplate = defineCall({
  id: 'approval.getApprovedTemplate',
  method: 'GET',
  path: '/docmanager/approval/template',
  access: READING,
  input: z.object({ approvalId: id }),
  output: z.object({
    templateId: id,
    templateName: z.string(),
    templateType: z.enum(TEMPLATE_TYPES),
    businessType: z.enum(BUSINESS_TYPES),
    sceneType: z.enum(TEMPLATE_SCENES),
    /** The content to enable. */
    content: templateContent,
    /** The version that the draft is based on, for comparison; null for the first version. */
    before: z.object({ number: z.number().int(), content: templateContent }).nullable(),
    /** The previous submission that was not approved; null for the first submission and after an approval. */
    askedBefore: templateContent.nullable(),
    /** Page sizes; null if the template cannot be laid out, for example without a converter for Word files. */
    pages: pageSizes.nullable(),
    /** The hash chain of what was asked and decided; `taskId` is the approval's. */
    trail: z.array(trailLine),
  }),
  summary: 'Get the template that an approval concerns, and the previous version for comparison',
});

export const downloadApprovedTemplate = defineCall({
  id: 'approval.downloadApprovedTemplate',
  method: 'GET',
  path: '/docmanager/approval/template/pages',
  answer: 'file',
  access: READING,
  input: z.object({ approvalId: id }),
  output: z.unknown(),
  summary: 'Download the pages of a template that an approval concerns as PDF, with blank fields',
});

import type { InputOf, ParsedInputOf } from '#core/call.ts';
import type { createQuickFiles } from './calls.ts';

/** What a group of files of quick sign is made of. How it travels only this file and the calls know. */
export type QuickPlan = Omit<ParsedInputOf<typeof createQuickFiles>, 'planSendDocumentVOList'> & {
  documents: ParsedInputOf<typeof createQuickFiles>['planSendDocumentVOList'];
};

export const quickPlanToWire = ({ documents, ...plan }: QuickPlan): InputOf<typeof createQuickFiles> => ({
  ...plan,
  planSendDocumentVOList: documents,
});

export const quickPlanFromWire = ({
  planSendDocumentVOList: documents,
  ...plan
}: ParsedInputOf<typeof createQuickFiles>): QuickPlan => ({ ...plan, documents });

/** The path of a field of a document, as a refusal names it. */
export const quickDocumentPath = (index: number, field: string) => `planSendDocumentVOList.${index}.${field}`;

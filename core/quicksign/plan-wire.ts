import type { InputOf, ParsedInputOf } from '#core/call.ts';
import type { createQuickFiles } from './calls.ts';

/** Definition of a quick-sign file group. Only this file and the calls know its wire format. */
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

/** Path of a document's field, as errors name it. */
export const quickDocumentPath = (index: number, field: string) => `planSendDocumentVOList.${index}.${field}`;

import type { InputOf, ParsedInputOf } from '#core/call.ts';
import type { createQuickFiles } from './calls.ts';

/** Definition of a quick-sign file group. Only this file and the calls know its wire format. */
export type QuickContent = Omit<ParsedInputOf<typeof createQuickFiles>, 'planSendDocumentVOList'> & {
  documents: ParsedInputOf<typeof createQuickFiles>['planSendDocumentVOList'];
};

export const quickToWire = ({ documents, ...content }: QuickContent): InputOf<typeof createQuickFiles> => ({
  ...content,
  planSendDocumentVOList: documents,
});

export const quickFromWire = ({
  planSendDocumentVOList: documents,
  ...content
}: ParsedInputOf<typeof createQuickFiles>): QuickContent => ({ ...content, documents });

/** Path of a document's field, as errors name it. */
export const quickDocumentPath = (index: number, field: string) => `planSendDocumentVOList.${index}.${field}`;

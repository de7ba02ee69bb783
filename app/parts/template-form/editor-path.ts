import type { TemplateRow } from '#core/template/record-calls.ts';

/** The page on which a template is edited ([2.3a], [2.3b]). */
export const editorPath = ({ id, templateType }: Pick<TemplateRow, 'id' | 'templateType'>): string =>
  `${templateType === 'WEB' ? '/company/frontTemplateFile/webTemplate' : '/company/frontWordPreview'}?id=${id}`;

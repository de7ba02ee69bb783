import { TemplateFields } from '../features/template/template-fields.tsx';

export const handle = { title: 'template:field.title' };

/** EcTmpField ([2.3a]) */
export default function EcTmpField() {
  return <TemplateFields />;
}

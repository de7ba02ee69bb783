import { TemplateFields } from '../features/template/template-fields.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const meta = pageTitle;

/** EcTmpField ([2.3a]) */
export default function EcTmpField() {
  return <TemplateFields />;
}

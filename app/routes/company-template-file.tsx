import { TemplateFiles } from '../features/template/template-files.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['template', 'company', 'error'] };
export const meta = pageTitle;

/** /company/frontTemplateFile ([2.3a]) */
export default function CompanyTemplateFile() {
  return <TemplateFiles />;
}

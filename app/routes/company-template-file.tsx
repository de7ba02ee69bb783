import { TemplateFiles } from '../features/template/template-files.tsx';

export const handle = { ns: ['template', 'company', 'parameters', 'error'], title: 'template:file.title' };

/** /company/frontTemplateFile ([2.3a]) */
export default function CompanyTemplateFile() {
  return <TemplateFiles />;
}

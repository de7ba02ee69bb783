import { TemplateRoles } from '../features/template/template-roles.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const meta = pageTitle;

/** EcTmpRole ([2.3a]) */
export default function EcTmpRole() {
  return <TemplateRoles />;
}

import { TemplateRoles } from '../features/template/template-roles.tsx';

export const handle = { title: 'template:role.title' };

/** EcTmpRole ([2.3a]) */
export default function EcTmpRole() {
  return <TemplateRoles />;
}

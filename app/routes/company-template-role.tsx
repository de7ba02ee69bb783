import { Outlet } from '@remix-run/react';

export const handle = { ns: ['template', 'error'] };

/** /company/frontTemplateRole ([2.3a]): its child of the empty path is the list. */
export default function CompanyTemplateRole() {
  return <Outlet />;
}

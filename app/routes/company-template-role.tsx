import { Outlet } from '@remix-run/react';

export const handle = { ns: ['template', 'error'] };

/** /company/frontTemplateRole ([2.3a]); the list is its index route. */
export default function CompanyTemplateRole() {
  return <Outlet />;
}

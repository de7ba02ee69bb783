import { Outlet } from '@remix-run/react';

export const handle = { ns: ['template', 'error'] };

/** /company/frontTemplateField ([2.3a]); the list is its index route. */
export default function CompanyTemplateField() {
  return <Outlet />;
}

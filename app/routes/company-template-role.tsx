import { Outlet } from '@remix-run/react';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['template', 'error'] };
export const meta = pageTitle;

/** /company/frontTemplateRole ([2.3a]): its child of the empty path is the list. */
export default function CompanyTemplateRole() {
  return <Outlet />;
}

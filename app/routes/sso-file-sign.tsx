import { SsoEntry } from '../features/sso/sso-entry.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['sso', 'error'] };
export const meta = pageTitle;

/** [7.18] */
export default function Entry() {
  return <SsoEntry variant="fileSign" />;
}

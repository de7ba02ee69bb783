import { SsoEntry } from '../features/sso/sso-entry.tsx';

export const handle = { ns: ['sso', 'error'], title: 'sso:entering' };

/** Single sign-on without a target page ([7.18]). */
export default function Entry() {
  return <SsoEntry variant="singleSignOn" />;
}

import { SsoEntry } from '../features/sso/sso-entry.tsx';

export const handle = { ns: ['sso', 'error'], title: 'sso:entering' };

/** Single sign-on that leads to the enterprise console ([7.18]). */
export default function Entry() {
  return <SsoEntry variant="manageHome" />;
}

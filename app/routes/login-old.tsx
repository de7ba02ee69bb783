import { useNavigate, useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { OldLogin } from '../features/identity/old-login.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { safeRedirect } from '../session/safe-redirect.ts';
import { Link } from '../ui/link.tsx';

export const handle = { ns: ['identity', 'captcha'], title: 'identity:login.title' };

/** [2.12] The older single form. */
export default function LoginOld() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <WayIn
      title={t('login.title')}
      foot={
        <>
          <Link to="/login">{t('login.newPage')}</Link>
          <Link to="/forgotPassword">{t('login.forgot')}</Link>
        </>
      }
    >
      <OldLogin onSignedIn={() => navigate(safeRedirect(params.get('redirect')), { replace: true })} />
    </WayIn>
  );
}

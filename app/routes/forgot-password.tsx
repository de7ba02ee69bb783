import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ForgotForm } from '../features/identity/forgot-form.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { Link } from '../ui/link.tsx';

export const handle = { ns: ['identity', 'register'], title: 'register:forgot.title' };

/** Resets a forgotten password with a code ([1.13c]). */
export default function ForgotPassword() {
  const { t } = useTranslation('register');
  const navigate = useNavigate();
  return (
    <WayIn title={t('forgot.title')} about={t('forgot.about')} foot={<Link to="/login">{t('toLogin')}</Link>}>
      <ForgotForm onSet={() => navigate('/passwordResult/success/forgot', { replace: true })} />
    </WayIn>
  );
}

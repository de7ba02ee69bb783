import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { RegisterForm } from '../features/identity/register-form.tsx';
import { WayIn } from '../features/identity/way-in.tsx';
import { Link } from '../ui/link.tsx';

export const handle = { ns: ['identity', 'register'], title: 'register:title' };

/** Registers an account ([1.13b]). */
export default function Register() {
  const { t } = useTranslation('register');
  const navigate = useNavigate();
  return (
    <WayIn title={t('title')} foot={<Link to="/login">{t('toLogin')}</Link>}>
      <RegisterForm onRegistered={() => navigate('/passwordResult/success/register', { replace: true })} />
    </WayIn>
  );
}

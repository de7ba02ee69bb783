import { useTranslation } from 'react-i18next';

export default function Home() {
  const { t } = useTranslation('shell');
  return <h1>{t('systemName')}</h1>;
}

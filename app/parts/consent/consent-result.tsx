import { useTranslation } from 'react-i18next';
import { Brand } from '../../shell/brand.tsx';
import { Icon } from '../../ui/icon.tsx';
import style from './consent.module.css';

/** /consentResult: the final page on a phone after the consent. It states no outcome; the computer shows it. */
export function ConsentResult() {
  const { t } = useTranslation('consent');
  return (
    <main id="main" className={style.phone}>
      <Brand />
      <Icon name="success" size={48} />
      <h1>{t('done')}</h1>
      <p>{t('goBack')}</p>
    </main>
  );
}

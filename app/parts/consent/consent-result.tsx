import { useTranslation } from 'react-i18next';
import { Brand } from '../../shell/brand.tsx';
import { Icon } from '../../ui/icon.tsx';
import style from './consent.module.css';

/** /consentResult: where a phone ends that was asked for a yes. It claims nothing; the computer knows what was said. */
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

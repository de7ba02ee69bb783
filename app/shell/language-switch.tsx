import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Icon } from '../ui/icon.tsx';
import style from './language-switch.module.css';

/** Changes the language at once and stores the choice ([0.1e]). A native select, so that it works on every phone. */
export function LanguageSwitch() {
  const { t } = useTranslation('shell');
  const [language, changeLanguage] = useLanguage();
  return (
    <label className={style.switch}>
      <Icon name="language" label={t('language')} />
      <select
        value={language}
        onChange={(event) => changeLanguage(event.target.value as (typeof LANGUAGES)[number])}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

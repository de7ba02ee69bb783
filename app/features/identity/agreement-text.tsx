import { useTranslation } from 'react-i18next';
import { AGREEMENT_VERSION, type AgreementId } from '#core/identity/agreements.ts';
import style from './way-in.module.css';

/** The text of an agreement: empty lines separate paragraphs, a paragraph that starts with `#` is a heading. */
export function AgreementText({ id }: { id: AgreementId }) {
  const { t } = useTranslation('agreement');
  const parts = t(`text.${id}`).split('\n\n');
  return (
    <div className={style.text}>
      <p className={style.about}>{t('version', { version: AGREEMENT_VERSION })}</p>
      {parts.map((part) =>
        part.startsWith('# ') ? <h2 key={part}>{part.slice(2)}</h2> : <p key={part}>{part}</p>,
      )}
    </div>
  );
}

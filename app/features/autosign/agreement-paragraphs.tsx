import { useTranslation } from 'react-i18next';
import style from './autosign.module.css';

/** The paragraphs of the agreement, in a box that is scrolled by keyboard too. */
export function AgreementParagraphs({ paragraphs }: { paragraphs: readonly string[] }) {
  const { t } = useTranslation('autosign');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the text is scrolled by keyboard
    <section className={style.agreement} aria-label={t('agreement')} tabIndex={0}>
      <ol>
        {paragraphs.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </section>
  );
}

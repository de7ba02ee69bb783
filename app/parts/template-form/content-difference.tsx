import { useTranslation } from 'react-i18next';
import type { diffContent } from '#core/template/diff-content.ts';
import style from './template-form.module.css';

/** Shows the differences between two versions of a template: text lines, fields, signers, placements and page setup. */
export function ContentDifference({ difference }: { difference: ReturnType<typeof diffContent> }) {
  const { t } = useTranslation('template');
  const { text, rows, page, docx } = difference;
  const changed = (facts: (typeof rows)[number]['facts']) =>
    facts.map(({ fact, before: was, after: is }) =>
      was === ''
        ? t('record.is', { what: t(`diff.fact.${fact}`), after: is })
        : t('record.was', { what: t(`diff.fact.${fact}`), before: was, after: is || '—' }),
    );
  return (
    <div className={style.difference}>
      {text.length > 0 && (
        <ul aria-label={t('diff.text')}>
          {text.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of two fixed versions never move
            <li key={i} data-kind={line.kind}>
              {line.kind === 'SAME' ? (
                <span>{line.text || '…'}</span>
              ) : line.kind === 'ADDED' ? (
                <ins>{line.text}</ins>
              ) : (
                <del>{line.text}</del>
              )}
            </li>
          ))}
        </ul>
      )}
      {(rows.length > 0 || page.length > 0 || docx) && (
        <ul aria-label={t('diff.parts')}>
          {docx && <li>{t('diff.docx')}</li>}
          {rows.map((row) => (
            <li key={`${row.list} ${row.kind} ${row.name} ${JSON.stringify(row.facts)}`}>
              <strong>{t(`diff.${row.kind}`, { list: t(`diff.list.${row.list}`), name: row.name })}</strong>
              {row.facts.length > 0 && <span>{changed(row.facts).join(t('comma'))}</span>}
            </li>
          ))}
          {page.length > 0 && (
            <li>
              <strong>{t('diff.page')}</strong>
              <span>{changed(page).join(t('comma'))}</span>
            </li>
          )}
        </ul>
      )}
      {text.length === 0 && rows.length === 0 && page.length === 0 && !docx && (
        <p className={style.same}>{t('diff.none')}</p>
      )}
    </div>
  );
}

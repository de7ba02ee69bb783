import { Link as RouteLink } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import style from './help.module.css';
import { HELP_DOCUMENTS, type HelpDocument } from './help-documents.ts';

/** Guides to the product, with a full-text search. */
export function DocumentList() {
  const { t } = useTranslation(['help', 'guide']);
  const [wanted, setWanted] = useState('');
  const found = HELP_DOCUMENTS.filter((one) => holds(searchTextOf(one, t), wanted));
  return (
    <div className={style.browse}>
      <search className={style.search}>
        <TextField label={t('search')} maxLength={60} value={wanted} onChange={setWanted} />
      </search>
      <p className={style.count} role="status">
        {t('found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState icon="search" title={t('nothing')}>
          {t('nothingAbout')}
        </EmptyState>
      ) : (
        <ul className={style.cards}>
          {found.map(({ id }) => (
            <li key={id}>
              <RouteLink to={`/help/filePreview?id=${id}`} className={style.card} prefetch="intent">
                <Icon name="contract" size={20} />
                <span className={style.cardTitle}>{t(`guide:doc.${id}.title`)}</span>
                <span className={style.cardAbout}>{t(`guide:doc.${id}.about`)}</span>
              </RouteLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The step numbers of a guide. */
export const stepsOf = ({ steps }: HelpDocument): number[] => Array.from({ length: steps }, (_, i) => i + 1);

const searchTextOf = (one: HelpDocument, t: TFunction<['help', 'guide']>): string =>
  [
    t(`guide:doc.${one.id}.title`),
    t(`guide:doc.${one.id}.about`),
    ...stepsOf(one).map((n) => t(`guide:doc.${one.id}.step.${n}`)),
  ].join('\n');

/** Whether the text contains each of the words, in any order, ignoring case. */
const holds = (text: string, wanted: string): boolean =>
  wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

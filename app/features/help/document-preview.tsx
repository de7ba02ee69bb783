import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { stepsOf } from './document-list.tsx';
import style from './help.module.css';
import { HELP_DOCUMENTS } from './help-documents.ts';

const LIST = '/help/index?topic=documents';

/** /help/filePreview: a guide in full screen, for reading and printing ([2.7]). */
export function DocumentPreview({ id }: { id: string }) {
  const { t } = useTranslation(['help', 'guide']);
  const navigate = useNavigate();
  const at = HELP_DOCUMENTS.findIndex((one) => one.id === id);
  const document = HELP_DOCUMENTS[at];
  const next = HELP_DOCUMENTS[at + 1];
  usePageTitle({ subject: document && t(`guide:doc.${document.id}.title`) });
  if (!document)
    return (
      <EmptyState
        whole
        title={t('gone')}
        actions={<Button onClick={() => navigate(LIST)}>{t('toList')}</Button>}
      />
    );
  return (
    <div className={style.screen}>
      <header className={style.head}>
        <IconButton icon="arrow-left" label={t('toList')} onClick={() => navigate(LIST)} />
        <h1>{t(`guide:doc.${document.id}.title`)}</h1>
        <Button icon="print" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </header>
      <div className={style.paper}>
        <article className={style.topic}>
          <p className={style.lead}>{t(`guide:doc.${document.id}.about`)}</p>
          <ol>
            {stepsOf(document).map((n) => (
              <li key={n}>{t(`guide:doc.${document.id}.step.${n}`)}</li>
            ))}
          </ol>
          {next && (
            <p className={style.next}>
              {t('next')}{' '}
              <Link to={`/help/filePreview?id=${next.id}`}>{t(`guide:doc.${next.id}.title`)}</Link>
            </p>
          )}
        </article>
      </div>
    </div>
  );
}

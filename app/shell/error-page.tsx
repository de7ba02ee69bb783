import { isRouteErrorResponse, useNavigate, useRouteError } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/state.tsx';
import style from './full-page.module.css';
import { usePageTitle } from './page-title.tsx';

/** Shown instead of a page that is not found, not allowed, or failed. Never shows a stack trace. */
export function ErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (!isRouteErrorResponse(error)) console.error(error);
  return <Broken />;
}

function Broken() {
  const { t } = useTranslation('shell');
  const title = t('broken.title');
  usePageTitle({ page: title });
  return (
    <main className={style.page}>
      <EmptyState
        whole
        icon="warning"
        title={title}
        actions={
          <>
            <Button kind="primary" onClick={() => window.location.reload()}>
              {t('broken.reload')}
            </Button>
            <LinkButton to="/home">{t('goHome')}</LinkButton>
          </>
        }
      >
        {t('broken.text')}
      </EmptyState>
    </main>
  );
}

/** [2.25b] The URL matches no page. */
export function NotFound() {
  const { t } = useTranslation('shell');
  const title = t('notFound.title');
  usePageTitle({ page: title });
  return (
    <main className={style.page}>
      <EmptyState whole icon="question" title={title} actions={<WaysOut />}>
        {t('notFound.text')}
      </EmptyState>
    </main>
  );
}

/** [2.25b], [8.18] The user's menu does not contain this page; shown within the shell. */
export function NoPermission() {
  const { t } = useTranslation('shell');
  const title = t('noPermission.title');
  usePageTitle({ page: title });
  return (
    <div className={style.page}>
      <EmptyState whole icon="lock" title={title} actions={<WaysOut />}>
        {t('noPermission.text')}
      </EmptyState>
    </div>
  );
}

function WaysOut() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  // The history is empty on the first page of a tab, for example after following a link in a mail.
  const goBack = () => (window.history.length > 1 ? window.history.back() : navigate('/home'));
  return (
    <>
      <LinkButton kind="primary" to="/home">
        {t('goHome')}
      </LinkButton>
      <Button onClick={goBack}>{t('goBack')}</Button>
      <LinkButton kind="quiet" to="/login">
        {t('goLogin')}
      </LinkButton>
    </>
  );
}

import { isRouteErrorResponse, useNavigate, useRouteError } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/state.tsx';
import style from './full-page.module.css';
import { usePageTitle } from './page-title.tsx';

/** What is shown when a page cannot be: not found, not allowed, or broken. Never a stack. */
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

/** [2.25b] Nothing is at this address. */
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

/** [2.25b], [8.18] The person's menu does not hold this page; stands within the shell. */
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
  // Nothing is before the first page of a tab, which a link from a mail opens.
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

import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

/** The name that the platform gave the system, as the page came with it; otherwise the default in the person's language. */
export function useSystemName(): string {
  const { t } = useTranslation('shell');
  const root = useRouteLoaderData('root') as { title?: string; named?: boolean } | undefined;
  return (root?.named && root.title) || t('systemName');
}

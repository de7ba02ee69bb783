import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useTitleParts } from './title-parts.ts';

/**
 * The configured name of the system, as last received from the server; otherwise the default in the user's language.
 */
export function useSystemName(): string {
  const { t } = useTranslation('shell', { useSuspense: false });
  const root = useRouteLoaderData('root') as { systemName?: string } | undefined;
  const { system } = useTitleParts();
  return (system ?? root?.systemName) || t('systemName');
}

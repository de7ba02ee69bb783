import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useTitleParts } from './title-parts.ts';

/** The name that the platform gave the system, as the server said it last; otherwise the default in the person's language. */
export function useSystemName(): string {
  const { t } = useTranslation('shell', { useSuspense: false });
  const root = useRouteLoaderData('root') as { systemName?: string } | undefined;
  const { system } = useTitleParts();
  return (system ?? root?.systemName) || t('systemName');
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getSystemOption } from '#core/config/calls.ts';
import { queryOf } from '../query.ts';
import { setTitleParts } from './title-parts.ts';

/** The system's logo and options, once loaded; stores its name for `useSystemName` ([2.1f]). */
export function useSystem() {
  const { i18n } = useTranslation('shell');
  const { data } = useQuery({
    ...queryOf(getSystemOption, {}, i18n.language),
    staleTime: 600_000,
  });
  const system = data?.systemName;
  useEffect(() => {
    if (system !== undefined) setTitleParts({ system });
  }, [system]);
  return { logo: data?.headerLogo || undefined, option: data };
}

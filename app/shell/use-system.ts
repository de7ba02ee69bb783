import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { getSystemOption } from '#core/config/calls.ts';
import { call } from '../call.ts';
import { useSystemName } from './use-system-name.ts';

/** The system's name and logo; what the page came with until they are known ([2.1f]). */
export function useSystem() {
  const { t, i18n } = useTranslation('shell');
  const name = useSystemName();
  const { data } = useQuery({
    queryKey: ['config', 'system', i18n.language],
    queryFn: ({ signal }) => call(getSystemOption, {}, { signal }),
    staleTime: 600_000,
  });
  return {
    name: data ? data.systemName || t('systemName') : name,
    logo: data?.headerLogo || undefined,
    option: data,
  };
}

/** The page's title is the system's name ([2.1f]). */
export function useSystemTitle(name: string): void {
  useEffect(() => {
    document.title = name;
  }, [name]);
}

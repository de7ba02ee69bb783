import type { MetaFunction } from '@remix-run/cloudflare';
import { DEFAULT_LANGUAGE, type Language } from '../i18n/languages.ts';

/** The title of a page is the system's name; a page that says nothing about it has this one ([2.1f]). */
const DEFAULT_TITLES: Record<Language, string> = {
  'zh-CN': '电子合同签署系统',
  'zh-TW': '電子合約簽署系統',
  'en-US': 'Electronic contract signing system',
};

export const pageTitle: MetaFunction = ({ matches }) => {
  const root = matches.find((match) => match.id === 'root')?.data as { lang?: Language } | undefined;
  return [{ title: DEFAULT_TITLES[root?.lang ?? DEFAULT_LANGUAGE] }];
};

import type { MetaFunction } from '@remix-run/cloudflare';

/** The title of a page is the system's name, by default in words of the person's language ([2.1f]). */
export const pageTitle: MetaFunction = ({ matches }) => {
  const root = matches.find((match) => match.id === 'root')?.data as { title?: string } | undefined;
  return [{ title: root?.title }];
};

import { UNSAFE_RemixContext, useMatches } from '@remix-run/react';
import { useContext, useRef } from 'react';

/**
 * The style sheets of the matched routes, in place of Remix's `Links`: a sheet that was needed once stays. Links takes a
 * route's sheets away with the route, while Vite, which fetches a dialog's sheet only once, takes it to be there still:
 * the dialog then opened bare on the next page.
 */
export function PageStyles() {
  const manifest = useContext(UNSAFE_RemixContext)?.manifest;
  const matches = useMatches();
  const kept = useRef(new Set<string>()).current;
  for (const { id } of matches) for (const href of manifest?.routes[id]?.css ?? []) kept.add(href);
  return [...kept].map((href) => <link key={href} rel="stylesheet" href={href} />);
}

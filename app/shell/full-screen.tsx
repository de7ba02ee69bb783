import { Outlet } from '@remix-run/react';
import { Guard } from './guard.tsx';
import { pageTitle } from './page-title.ts';

export const meta = pageTitle;

/** Around full-screen pages: no header and no menu ([2.1b]), but the same guard. */
export default function FullScreen() {
  return (
    <main id="main">
      <Guard>
        <Outlet />
      </Guard>
    </main>
  );
}

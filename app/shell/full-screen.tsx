import { Outlet } from '@remix-run/react';
import { Guard } from './guard.tsx';

/** Layout of full-screen pages: no header and no menu ([2.1b]), but the same guard. */
export default function FullScreen() {
  return (
    <main id="main">
      <Guard>
        <Outlet />
      </Guard>
    </main>
  );
}

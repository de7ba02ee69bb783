import { Outlet } from '@remix-run/react';

export default function ShellLayout() {
  return <Outlet />;
}

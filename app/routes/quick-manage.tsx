import { Navigate } from '@remix-run/react';

/** /quickSignManage, the root of its pages, redirects to the list ([2.10]). */
export default function QuickManage() {
  return <Navigate to="/quickSignManage/quickList" replace />;
}

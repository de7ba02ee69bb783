import { Navigate } from '@remix-run/react';

/** /quickSignManage is the head of its pages: it shows the list ([2.10]). */
export default function QuickManage() {
  return <Navigate to="/quickSignManage/quickList" replace />;
}

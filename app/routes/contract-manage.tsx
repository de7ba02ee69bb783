import { Navigate } from '@remix-run/react';

/** /contractManage, the root of the task lists, redirects to the first of them ([2.5]). */
export default function ContractManage() {
  return <Navigate to="/contract/issuedContract" replace />;
}

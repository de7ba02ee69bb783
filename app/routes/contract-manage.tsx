import { Navigate } from '@remix-run/react';

/** /contractManage is the head of its lists: it shows the first of them ([2.5]). */
export default function ContractManage() {
  return <Navigate to="/contract/issuedContract" replace />;
}

import { Navigate } from '@remix-run/react';

/** /account, the root of the account centre, redirects to the person's data ([2.2]). */
export default function Account() {
  return <Navigate to="/account/accountInfo" replace />;
}

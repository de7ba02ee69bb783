import { Navigate } from '@remix-run/react';

/** /account is the head of the account centre: it shows the person's data ([2.2]). */
export default function Account() {
  return <Navigate to="/account/accountInfo" replace />;
}
